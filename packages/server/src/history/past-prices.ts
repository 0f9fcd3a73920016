import { bestOfAll } from '@p2p-rates/contract'
import { rangeOf, readPoints } from '@p2p-rates/core/internal'
import type { HistoryCache } from './history-cache.js'

const hourMs = 3_600_000

/**
 * Reads the newest recorded best prices of the hour before a moment; null for a side without a record. Of several servers,
 * the publishing one reads from memory alone, because its transaction must not wait for a second connection.
 */
export const createReadPastPrices =
  (history: Pick<HistoryCache, 'readSeries' | 'isCached'>, isShared: boolean) =>
  async (fiat: string, atMs: number): Promise<{ readonly buy: number | null; readonly sell: number | null }> => {
    const key = { fiat, exchange: bestOfAll }
    const fromMs = atMs - hourMs
    if (isShared && !history.isCached(key, fromMs)) return { buy: null, sell: null }
    const series = await history.readSeries(key, fromMs, atMs)
    const newestFirst = readPoints(series, rangeOf(series, fromMs, atMs)).toReversed()
    return {
      buy: newestFirst.find(({ buy }) => buy !== null)?.buy ?? null,
      sell: newestFirst.find(({ sell }) => sell !== null)?.sell ?? null,
    }
  }
