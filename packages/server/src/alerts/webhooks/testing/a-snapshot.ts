import { type Board, exchangeIds, judgeMarket, rates, type Side, sides } from '@p2p-rates/core'
import { anAd } from '@p2p-rates/core/testing'
import type { MarketSnapshot } from '../../../market/market-snapshot.js'

type Prices = {
  readonly buy: number
  readonly sell: number
  readonly fiat?: MarketSnapshot['fiat']
  readonly nowMs?: number
  readonly exchanges?: readonly string[]
  /** Few ads make little confidence. */
  readonly ads?: number
  readonly paymentMethods?: readonly string[]
}

export const aSnapshot = (prices: Prices): MarketSnapshot => {
  const { fiat = 'UAH', nowMs = Date.UTC(2026, 10, 21, 12), exchanges = exchangeIds } = prices
  const boards = exchanges.flatMap((exchange) => sides.map((side) => boardOf(exchange, fiat, side, prices, nowMs)))
  const market = judgeMarket(fiat, boards)
  return {
    fiat,
    version: nowMs,
    judgedAtMs: nowMs,
    staleAtMs: new Map(),
    refreshAtMs: nowMs + 300_000,
    market,
    memory: {},
    rates: rates(market),
    updatedAtMs: nowMs,
  }
}

const boardOf = (exchange: string, fiat: string, side: Side, prices: Prices, nowMs: number): Board => ({
  exchange,
  fiat,
  side,
  observedAtMs: nowMs,
  ads: Array.from({ length: prices.ads ?? 8 }, (_, index) => {
    const step = (side === 'BUY' ? 1 : -1) * 0.0004 * index
    const price = side === 'BUY' ? prices.buy : prices.sell
    return anAd({
      exchange,
      fiat,
      side,
      adId: `${exchange}-${side}-${index}`,
      advertiserId: `${exchange}-${index}`,
      nickname: `person ${index}`,
      price: price * (1 + step),
      minFiat: price * 10,
      maxFiat: price * 2_000,
      paymentMethods: prices.paymentMethods ?? ['Monobank'],
      completedOrders: 300 + index,
      lastSeenAtMs: nowMs - 60_000,
      observedAtMs: nowMs,
    })
  }),
})
