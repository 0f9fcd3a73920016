import type { ExchangeRates } from '../generated/types.js'

export type ExchangePair = {
  readonly buyOn: string
  readonly sellOn: string
  readonly buy: number
  readonly sell: number
}

/** The pair behind `cross_exchange_spread_pct`. */
export function bestExchangePair(exchanges: readonly ExchangeRates[]): ExchangePair | null {
  let best: ExchangePair | null = null
  for (const { exchange: buyOn, buy } of exchanges) {
    if (buy === null) continue
    for (const { exchange: sellOn, sell } of exchanges) {
      if (sellOn === buyOn || sell === null) continue
      if (best === null || sell / buy > best.sell / best.buy) best = { buyOn, sellOn, buy, sell }
    }
  }
  return best
}
