import { rangeOf, readPoints, type Series } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { HistoryCache } from './history-cache.js'
import type { HistoryReader, SeriesKey } from './history-store.js'

const dayMs = 86_400_000
/** Skip the newest 10 minutes, because memory and store may get them at different times. */
const settledMs = 600_000
const days = 30

/** Compare a random day of a random series in memory with the store, and reload the series if they differ. */
export function createHistoryCacheCheck(ports: {
  readonly historyCache: Pick<HistoryCache, 'isCached' | 'readSeries' | 'reloadSeries'>
  readonly store: HistoryReader
  readonly keys: readonly SeriesKey[]
  readonly clock: Clock
  readonly random: () => number
  readonly onDifference: (what: string) => void
}): () => Promise<void> {
  const { historyCache, store, keys, clock, random, onDifference } = ports
  const anyOf = (count: number): number => Math.min(count - 1, Math.floor(random() * count))

  return async () => {
    const key = keys[anyOf(keys.length)]
    const nowMs = clock.wallMs()
    const fromMs = Math.floor(nowMs / dayMs) * dayMs - anyOf(days) * dayMs
    const toMs = Math.min(fromMs + dayMs, nowMs - settledMs)
    if (key === undefined || toMs <= fromMs || !historyCache.isCached(key, fromMs)) return
    const remembered = textOf(await historyCache.readSeries(key, fromMs, toMs), fromMs, toMs)
    const recorded = textOf(await store.readSeries(key, fromMs, toMs), fromMs, toMs)
    if (remembered === recorded) return
    onDifference(`${key.exchange} ${key.fiat} of ${new Date(fromMs).toISOString().slice(0, 10)}`)
    await historyCache.reloadSeries(key)
  }
}

const textOf = (series: Series, fromMs: number, toMs: number): string =>
  JSON.stringify(readPoints(series, rangeOf(series, fromMs, toMs - 1)))
