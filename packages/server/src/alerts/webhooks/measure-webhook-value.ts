import { type BestPrice, toBestResponse, toOpportunityResponse, type WireOpportunity } from '@p2p-rates/contract'
import {
  type Confidence,
  judgeForMethods,
  type MarketRates,
  type Opportunity,
  opportunities,
  quote,
  rates,
  type Side,
  sides,
  type TrustedMarket,
  type TrustRules,
} from '@p2p-rates/core'
import { onlyMethod, roundPrice } from '@p2p-rates/core/internal'
import { getOrCreate } from '../../base/get-or-create.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { Webhook } from './webhook-store.js'

export type Measurement = {
  /** `null`: no news, because data are missing or not to be relied on. */
  readonly value: number | null
  readonly best?: BestPrice
  readonly route?: WireOpportunity
}

const feeUsdt = 1

type MarketView = {
  readonly market: TrustedMarket
  readonly prices: MarketRates
  readonly routesAt: (amountFiat: number) => readonly Opportunity[]
  readonly averageOf: (side: Side, amountFiat: number, exchange: string | null) => number
}

/** Measures one snapshot for many webhooks; nothing is worked out twice. */
export function createMeasureWebhookValue(snapshot: MarketSnapshot, rules: TrustRules) {
  const toView = (market: TrustedMarket, prices: MarketRates): MarketView => ({
    market,
    prices,
    routesAt: memoize((amountFiat) => opportunities(market, { amountFiat, feeUsdt }, rules)),
    averageOf: averages(market, rules),
  })
  const whole = toView(snapshot.market, snapshot.rates)
  const partOf = memoize((paymentMethod: string): MarketView => {
    const part = judgeForMethods(snapshot.market, onlyMethod(paymentMethod), snapshot.memory, rules)
    return toView(part, rates(part))
  })

  return ({ event, exchange, paymentMethod, amount, fillAmount, confidence }: MeasuredBy): Measurement => {
    const view = paymentMethod === null ? whole : partOf(paymentMethod)
    const watched = sides.filter((side) => event === 'spread' || side === sideOf[event])
    if (watched.some((side) => !isSure(view.market.confidence[side].level, confidence))) return { value: null }
    if (event === 'spread') return spreadOf(view, amount ?? 1_000, exchange)
    const price = priceOf(view.prices, sideOf[event], exchange)
    return fillAmount === null || price.value === null
      ? price
      : { ...price, value: view.averageOf(sideOf[event], fillAmount, exchange) }
  }
}

type MeasuredBy = Pick<Webhook, 'event' | 'exchange' | 'paymentMethod' | 'amount' | 'fillAmount' | 'confidence'>

const sideOf = { best_buy: 'BUY', best_sell: 'SELL' } as const

/** Returns false for low confidence, because no webhook reacts to it. */
const isSure = (level: Confidence, needed: Webhook['confidence']): boolean =>
  level === 'high' || (level === 'medium' && needed !== 'high')

/** An amount that the ads do not fill has no price: as far from every threshold as can be. */
function averages(market: TrustedMarket, rules: TrustRules): MarketView['averageOf'] {
  const known = new Map<string, number>()
  return (side, amountFiat, exchange) => {
    const name = `${side} ${amountFiat} ${exchange}`
    return getOrCreate(known, name, () => averageOf(market, rules, { side, amountFiat, exchange }))
  }
}

function averageOf(
  market: TrustedMarket,
  rules: TrustRules,
  { side, amountFiat, exchange }: { side: Side; amountFiat: number; exchange: string | null },
): number {
  const boards = market.boards.filter((board) => exchange === null || board.exchange === exchange)
  const { unfilled, averagePrice } = quote(
    { ...market, boards },
    { side, amount: { unit: 'fiat', value: amountFiat } },
    rules,
  )
  if (unfilled === null && averagePrice !== null) return roundPrice(averagePrice)
  return side === 'BUY' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
}

function memoize<Key, Value>(work: (key: Key) => Value) {
  const known = new Map<Key, Value>()
  return (key: Key): Value => getOrCreate(known, key, () => work(key))
}

function spreadOf({ market, routesAt }: MarketView, amountFiat: number, exchange: string | null): Measurement {
  if (exchange !== null && !hasBothBoards(market, exchange)) return { value: null }
  const best = routesAt(amountFiat).find(
    (found) => exchange === null || found.buyExchange === exchange || found.sellExchange === exchange,
  )
  // Nothing to earn is news too: it re-arms.
  if (best === undefined) return { value: Number.NEGATIVE_INFINITY }
  const route = toOpportunityResponse(best)
  // Compare the same figure that users see.
  return { value: route.net_profit_pct, route }
}

/** Without one of them it is not known what the exchange offers now. */
const hasBothBoards = (market: TrustedMarket, exchange: string): boolean =>
  sides.every((side) => market.boards.some((board) => board.exchange === exchange && board.side === side))

function priceOf(prices: MarketRates, side: Side, exchange: string | null): Measurement {
  if (exchange === null) {
    const best = side === 'BUY' ? prices.bestBuy : prices.bestSell
    return best === null ? { value: null } : { value: best.price, best: toBestResponse(best) }
  }
  const own = prices.exchanges.find((candidate) => candidate.exchange === exchange)
  const price = (side === 'BUY' ? own?.buy : own?.sell) ?? null
  return price === null ? { value: null } : { value: price, best: { price, exchange } }
}
