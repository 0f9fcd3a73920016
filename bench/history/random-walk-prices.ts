import { exchangeIds, fiats } from '@p2p-rates/core'
import { createRandom, slotMs } from '@p2p-rates/core/internal'
import type { HistoryEntry, SeriesKey } from '@p2p-rates/server/testing'

export const seriesKeys: readonly SeriesKey[] = fiats.flatMap((fiat) =>
  ['best', ...exchangeIds].map((exchange) => ({ fiat, exchange })),
)

export function* randomWalkPrices(fromMs: number, slots: number) {
  const walks = seriesKeys.map((key, market) => ({ key, random: createRandom(market), buy: 41.3, sell: 40.7 }))
  for (let slot = 0; slot < slots; slot++) {
    const entries = walks.map((walk): HistoryEntry => {
      for (const side of ['buy', 'sell'] as const) {
        walk[side] += walk.random.integer(-2, 2) / 100
      }
      return { ...walk.key, buy: walk.buy, sell: walk.sell, buyAds: 20, sellAds: 18 }
    })
    yield { slotMs: fromMs + slot * slotMs, entries }
  }
}
