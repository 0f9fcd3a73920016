import type { Ad } from '@p2p-rates/core'
import type { SimulatedMarket } from './simulated-market.js'

/** What a method says of one board: the best price it would show and the ads it believes in. */
export type Quote = { readonly price: number | null; readonly accepted: readonly Ad[] }

/** A way to get from raw boards to a price, ours or somebody else's. Quotes come by `boardKey`. */
export type Method = {
  readonly name: string
  readonly quote: (market: SimulatedMarket) => ReadonlyMap<string, Quote>
}
