import { exchangeIds, fiats, slotMs } from '@p2p-rates/core'
import type { HistoryEntry, SeriesKey } from '../../packages/server/src/history/history-store.js'

/** Every series that a server with the usual settings records. */
export const seriesKeys: readonly SeriesKey[] = fiats.flatMap((fiat) =>
  ['best', ...exchangeIds].map((exchange) => ({ fiat, exchange })),
)

/** Prices that wander by hundredths, without chance, so that every run sees the same data. */
export function* wanderingPrices(fromMs: number, slots: number) {
  const walks = seriesKeys.map((key, market) => ({ key, step: market + 1, buy: 41.3, sell: 40.7 }))
  for (let slot = 0; slot < slots; slot++) {
    const entries = walks.map((walk): HistoryEntry => {
      for (const side of ['buy', 'sell'] as const) {
        walk.step = (walk.step * 48_271) % 2_147_483_647
        walk[side] += ((walk.step % 5) - 2) / 100
      }
      return { ...walk.key, buy: walk.buy, sell: walk.sell, buyAds: 20, sellAds: 18 }
    })
    yield { slotMs: fromMs + slot * slotMs, entries }
  }
}
