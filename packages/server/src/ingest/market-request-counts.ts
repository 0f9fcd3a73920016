import { nameOf, type WorkerMarket } from './fetch-queue.js'

export interface MarketRequestCounts {
  countMarket(event: { readonly kind: 'due' | 'answered'; readonly fiat: string; readonly side: string }): void
  all(): readonly MarketCount[]
}

export type MarketCount = { readonly market: WorkerMarket; readonly due: number; readonly answered: number }

export function createMarketRequestCounts(markets: readonly WorkerMarket[]): MarketRequestCounts {
  const counts = new Map(markets.map((market) => [nameOf(market), { market, due: 0, answered: 0 }]))
  return {
    countMarket: (event) => {
      const count = counts.get(nameOf(event))
      if (count !== undefined) count[event.kind] += 1
    },
    all: () => [...counts.values()].map((count) => ({ ...count })),
  }
}
