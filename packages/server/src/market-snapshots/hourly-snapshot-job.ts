import type { Fiat } from '@p2p-rates/core'
import { isComplete, type MarketSnapshot } from '../market/market-snapshot.js'
import { compressMarket } from './compress-market.js'
import { type HourlyMarkets, hourOf } from './hourly-markets.js'

/** Keeps the first market that is shown in each hour: one currency a call, so that nobody waits for all of them. */
export function createHourlySnapshotJob(ports: {
  readonly store: Pick<HourlyMarkets, 'keep'>
  readonly fiats: readonly Fiat[]
  readonly snapshot: (fiat: Fiat) => MarketSnapshot | null
}): () => Promise<void> {
  const { store, fiats, snapshot } = ports
  const keptHours = new Map<Fiat, number>()

  const due = (): MarketSnapshot | null => {
    for (const fiat of fiats) {
      const shown = snapshot(fiat)
      // What is left of a market whose boards fall out tells less than it did in its own hour.
      if (shown !== null && isComplete(shown) && keptHours.get(fiat) !== hourOf(shown.judgedAtMs)) return shown
    }
    return null
  }

  return async () => {
    const next = due()
    if (next === null) return
    await store.keep(next.fiat, await compressMarket(next))
    keptHours.set(next.fiat, hourOf(next.judgedAtMs))
  }
}
