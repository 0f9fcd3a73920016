import type { ExchangeId, Side } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import type { Quote } from './pricing-method.js'
import type { SimulatedMarket } from './simulated-market.js'
import { trueBest } from './true-best.js'

export type PriceError = {
  readonly exchange: ExchangeId
  readonly side: Side
  /** Positive: reported better than the truth. `null`: nothing reported although there was a price. */
  readonly bps: number | null
}

export const priceErrors = (quotes: ReadonlyMap<string, Quote>, market: SimulatedMarket): readonly PriceError[] => {
  const truth = trueBest(market)
  return market.boards.flatMap(({ exchange, side }): PriceError[] => {
    const real = truth.get(boardKey(exchange, side))
    const reported = quotes.get(boardKey(exchange, side))?.price ?? null
    if (real === undefined) return []
    return [
      {
        exchange,
        side,
        bps: reported === null ? null : 10_000 * Math.log(reported / real) * (side === 'BUY' ? -1 : 1),
      },
    ]
  })
}
