import { type LaneMarket, nameOf } from './queue.js'

/** How many ads each market of an exchange had: the smallest one is the cheapest probe. */
export interface MarketSizes {
  note(market: LaneMarket, ads: number): void
  smallest(): LaneMarket | null
}

export function createMarketSizes(): MarketSizes {
  const sizes = new Map<string, { readonly market: LaneMarket; readonly ads: number }>()
  return {
    note: (market, ads) => {
      if (ads > 0) sizes.set(nameOf(market), { market, ads })
    },
    smallest: () => [...sizes.values()].sort((a, b) => a.ads - b.ads)[0]?.market ?? null,
  }
}
