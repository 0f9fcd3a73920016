import type { Ad } from '@p2p-rates/core'
import type { SimulatedMarket } from './simulated-market.js'

export type Quote = { readonly price: number | null; readonly accepted: readonly Ad[] }

/** Method that turns raw boards into prices, ours or a rival's. Quotes are keyed by `boardKey`. */
export type PricingMethod = {
  readonly name: string
  readonly quote: (market: SimulatedMarket) => ReadonlyMap<string, Quote>
}
