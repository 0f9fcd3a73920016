import type { Fiat } from '@p2p-rates/core'
import { isWhole, type MarketSnapshot } from '../market/market-snapshot.js'
import { type HourlyMarkets, hourOf } from './hourly-markets.js'
import { pressMarket } from './pressed-market.js'

/** Keeps the first market that is shown in each hour: one currency a call, so that nobody waits for all of them. */
export function createHourKeeper(ports: {
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
      if (shown !== null && isWhole(shown) && keptHours.get(fiat) !== hourOf(shown.judgedAtMs)) return shown
    }
    return null
  }

  return async () => {
    const next = due()
    if (next === null) return
    await store.keep(next.fiat, await pressMarket(next))
    keptHours.set(next.fiat, hourOf(next.judgedAtMs))
  }
}
