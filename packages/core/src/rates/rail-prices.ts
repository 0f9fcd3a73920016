import type { TrustedMarket } from '../trust/judgement.js'
import type { ExchangeId, Side } from '../vocabulary.js'

/** The best price of one group of payment methods, and how many ads stand behind it. */
export type RailPrice = {
  readonly methods: readonly string[]
  readonly price: number
  readonly exchange: ExchangeId
  readonly ads: number
}

/** Best prices by payment rail, for a side whose rails have prices of their own; an empty list where one price is all. */
export const railPrices = (_market: TrustedMarket): Readonly<Record<Side, readonly RailPrice[]>> => ({
  BUY: [],
  SELL: [],
})
