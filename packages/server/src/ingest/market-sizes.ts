import { nameOf, type WorkerMarket } from './queue.js'

/** How many ads each market of an exchange had: the smallest one is the cheapest probe. */
export interface MarketSizes {
  recordSize(market: WorkerMarket, ads: number): void
  smallest(): WorkerMarket | null
}

export function createMarketSizes(): MarketSizes {
  const sizes = new Map<string, { readonly market: WorkerMarket; readonly ads: number }>()
  return {
    recordSize: (market, ads) => {
      if (ads > 0) sizes.set(nameOf(market), { market, ads })
    },
    smallest: () => [...sizes.values()].sort((a, b) => a.ads - b.ads)[0]?.market ?? null,
  }
}
