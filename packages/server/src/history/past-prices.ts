import { bestOfAll } from '@p2p-rates/contract'
import { rangeOf, readPoints } from '@p2p-rates/core/internal'
import type { HistoryCache } from './history-cache.js'

const hourMs = 3_600_000

/** Reads the newest recorded best prices of the hour before a moment; null for a side without a record. */
export const createReadPastPrices =
  (history: Pick<HistoryCache, 'readSeries'>) => async (fiat: string, atMs: number) => {
    const fromMs = atMs - hourMs
    const series = await history.readSeries({ fiat, exchange: bestOfAll }, fromMs, atMs)
    const newestFirst = readPoints(series, rangeOf(series, fromMs, atMs)).toReversed()
    return {
      buy: newestFirst.find(({ buy }) => buy !== null)?.buy ?? null,
      sell: newestFirst.find(({ sell }) => sell !== null)?.sell ?? null,
    }
  }
