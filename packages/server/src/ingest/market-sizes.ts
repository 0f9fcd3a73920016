import { nameOf, type WorkerMarket } from './fetch-queue.js'

/** Number of ads in each market of an exchange: the smallest market is the cheapest probe. */
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
