import type { Fiat } from '@p2p-rates/core'
import { isComplete, type MarketSnapshot } from '../../market/market-snapshot.js'
import { compressMarket } from './compress-market.js'
import { type HourlySnapshotStore, hourOf } from './hourly-snapshot-store.js'

/** Store the first complete market of each hour. Each call stores one currency, so that requests don't wait for all. */
export function createHourlySnapshotJob(ports: {
  readonly store: Pick<HourlySnapshotStore, 'saveHour'>
  readonly fiats: readonly Fiat[]
  readonly snapshot: (fiat: Fiat) => MarketSnapshot | null
}): () => Promise<void> {
  const { store, fiats, snapshot } = ports
  const keptHours = new Map<Fiat, number>()

  const due = (): MarketSnapshot | null => {
    for (const fiat of fiats) {
      const shown = snapshot(fiat)
      // Skip incomplete markets: once boards expire, a market says less than it did in its own hour.
      if (shown !== null && isComplete(shown) && keptHours.get(fiat) !== hourOf(shown.judgedAtMs)) return shown
    }
    return null
  }

  return async () => {
    const next = due()
    if (next === null) return
    await store.saveHour(next.fiat, await compressMarket(next))
    keptHours.set(next.fiat, hourOf(next.judgedAtMs))
  }
}
