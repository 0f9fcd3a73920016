import { type BestPrice, presentBest, presentOpportunity, type WireOpportunity } from '@p2p-rates/contract'
import {
  createMethodFilter,
  judgeFiltered,
  type MarketRates,
  opportunities,
  rates,
  type Side,
  sides,
  type TrustedMarket,
  type TrustRules,
} from '@p2p-rates/core'
import type { MarketSnapshot } from '../market/latest-markets.js'
import type { Watch } from './crossing.js'
import { usualHysteresis } from './crossing.js'
import type { Webhook } from './webhook-store.js'

/** What a webhook watches, as the market is now. */
export type Measurement = {
  /** `null`: no news, because data are missing or not to be relied on. */
  readonly value: number | null
  readonly best?: BestPrice
  readonly route?: WireOpportunity
}

type Question = Pick<Webhook, 'event' | 'exchange' | 'paymentMethod' | 'amount'>

const feeUsdt = 1

/** Measures one snapshot for many webhooks; the same question is answered once. */
export const createMeasure = (snapshot: MarketSnapshot, rules: TrustRules) => {
  const markets = new Map<string, TrustedMarket>()
  const answers = new Map<string, Measurement>()

  const marketOf = (paymentMethod: string | null): TrustedMarket => {
    if (paymentMethod === null) return snapshot.market
    let market = markets.get(paymentMethod)
    if (market === undefined) {
      const accepts = createMethodFilter(paymentMethod)
      market = judgeFiltered(snapshot.market, (ad) => accepts(ad.paymentMethods, ad), snapshot.memory, rules)
      markets.set(paymentMethod, market)
    }
    return market
  }

  const answer = ({ event, exchange, paymentMethod, amount }: Question): Measurement => {
    const market = marketOf(paymentMethod)
    switch (event) {
      case 'spread':
        return spreadOf(market, amount ?? 1_000, exchange, rules)
      case 'best_buy':
        return priceOf(paymentMethod === null ? snapshot.rates : rates(market), 'BUY', exchange)
      case 'best_sell':
        return priceOf(paymentMethod === null ? snapshot.rates : rates(market), 'SELL', exchange)
    }
  }

  return (question: Question): Measurement => {
    const { event, exchange, paymentMethod, amount } = question
    const name = JSON.stringify([event, exchange, paymentMethod, event === 'spread' ? amount : null])
    let measured = answers.get(name)
    if (measured === undefined) {
      measured = answer(question)
      answers.set(name, measured)
    }
    return measured
  }
}

export const watchOf = ({
  event,
  threshold,
  hysteresis,
}: Pick<Webhook, 'event' | 'threshold' | 'hysteresis'>): Watch => ({
  direction: event === 'best_buy' ? 'down' : 'up',
  threshold,
  hysteresis: hysteresis ?? usualHysteresis(event === 'spread' ? 'percent' : 'price', threshold),
})

const spreadOf = (
  market: TrustedMarket,
  amountFiat: number,
  exchange: string | null,
  rules: TrustRules,
): Measurement => {
  if (market.confidence.BUY === 'low' || market.confidence.SELL === 'low') return { value: null }
  if (exchange !== null && !hasBothBoards(market, exchange)) return { value: null }
  const best = opportunities(market, { amountFiat, feeUsdt }, rules).find(
    (found) => exchange === null || found.buyExchange === exchange || found.sellExchange === exchange,
  )
  // Nothing to earn is news too: it re-arms.
  if (best === undefined) return { value: Number.NEGATIVE_INFINITY }
  const route = presentOpportunity(best)
  // The figure that everybody is shown is the one that counts.
  return { value: route.net_profit_pct, route }
}

/** Without one of them it is not known what the exchange offers now. */
const hasBothBoards = (market: TrustedMarket, exchange: string): boolean =>
  sides.every((side) => market.boards.some((board) => board.exchange === exchange && board.side === side))

const priceOf = (prices: MarketRates, side: Side, exchange: string | null): Measurement => {
  if (prices.confidence[side] === 'low') return { value: null }
  if (exchange === null) {
    const best = side === 'BUY' ? prices.bestBuy : prices.bestSell
    return best === null ? { value: null } : { value: best.price, best: presentBest(best) }
  }
  const own = prices.exchanges.find((candidate) => candidate.exchange === exchange)
  const price = (side === 'BUY' ? own?.buy : own?.sell) ?? null
  return price === null ? { value: null } : { value: price, best: { price, exchange } }
}
