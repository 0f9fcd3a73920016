import type { Quote } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { useRates } from '../../live/use-live-rates.js'
import { useTicking } from '../../parts/age.js'
import type { WebhookForm } from './route.js'

/** Current value of the watched price. Null if there is no reliable value; negative infinity if there is no route. */
export type WatchedPrice = { readonly value: number | null; readonly isKnown: boolean }

/** Deals of this size stand for the best price of a payment method. */
const dealUsdt = 500

type PriceFields = Pick<WebhookForm, 'event' | 'fiat' | 'amount' | 'exchange' | 'method' | 'fill'>

export function useWatchedPrice(form: PriceFields): WatchedPrice {
  const { event, fiat, exchange, method, fill } = form
  const { rates, version, error } = useRates(fiat)
  const isSpread = event === 'spread'
  const isOfDeal = !isSpread && (method !== '' || fill !== '')
  const amount = Number(form.amount)
  const routes = useQuery('GET /arbitrage', isSpread && amount > 0 ? { fiat, amount } : null, { version })
  const deal = useQuery(
    'GET /quote',
    isOfDeal
      ? {
          fiat,
          side: event === 'best_buy' ? 'BUY' : 'SELL',
          ...(fill === '' ? { amount_usdt: dealUsdt } : { amount: Number(fill) }),
          ...(method === '' ? {} : { payment_method: method }),
          ...(exchange === 'any' ? {} : { exchange }),
        }
      : null,
    { version },
  )
  if (isSpread) {
    // A payment method changes the routes, and this page doesn't request them.
    if (method !== '' || routes.answer === null || routes.isOld) return { value: null, isKnown: false }
    const best = routes.answer.opportunities.find(
      (route) => exchange === 'any' || route.buy_exchange === exchange || route.sell_exchange === exchange,
    )
    return { value: best?.net_profit_pct ?? Number.NEGATIVE_INFINITY, isKnown: true }
  }
  if (isOfDeal)
    return deal.isOld
      ? { value: null, isKnown: false }
      : { value: priceOf(deal.answer, fill !== ''), isKnown: deal.answer !== null || deal.error !== null }
  if (rates === null) return { value: null, isKnown: error !== null }
  const side = event === 'best_buy' ? 'buy' : 'sell'
  if (exchange === 'any') return { value: rates[`best_${side}`].price, isKnown: true }
  return { value: rates.exchanges.find((one) => one.exchange === exchange)?.[side] ?? null, isKnown: true }
}

/** With an amount: its average price, null if the ads cannot fill all of it. Without an amount: the best price. */
const priceOf = (deal: Quote | null, isAverage: boolean): number | null =>
  isAverage ? (deal?.unfilled == null ? (deal?.average_price ?? null) : null) : (deal?.fills[0]?.price ?? null)

const dayMs = 86_400_000
const slotMs = 300_000

/**
 * Watched price over the last 24 hours, refetched every 5 minutes. Asks nothing if no history exists for these
 * conditions.
 */
export function usePast24h({ event, fiat, exchange, method, fill }: PriceFields) {
  const slot = useTicking(slotOf)
  const hasPast = event !== 'spread' && method === '' && fill === ''
  const historyState = useQuery(
    'GET /history',
    hasPast ? { fiat, hours: 24, max_points: 300, ...(exchange === 'any' ? {} : { exchange }) } : null,
    { version: slot },
  )
  return { ...historyState, hasPast, toMs: (slot + 1) * slotMs, fromMs: (slot + 1) * slotMs - dayMs }
}

const slotOf = (nowMs: number): number => Math.floor(nowMs / slotMs)
