import { type Fiat, type Point, pointAt, type Series, slotMs, slotOf, slotStartMs } from '@p2p-rates/core'
import type { HistoryCache } from '../../history/history-cache.js'
import type { SeriesKey } from '../../history/history-stores.js'
import type { DataVersion, Outcome } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { isShort, rangeToRead, runSeriesQuery, type SeriesQuery } from './series-query.js'

const hourMs = 3_600_000
/** Longest span to read from disk at once: about 1 ms of work. */
const shortMs = 31 * 24 * hourMs

/** An answer about the past; null where it would make others wait. */
export function tryRunInline(
  historyCache: HistoryCache,
  question: SeriesQuery,
): Outcome<never> | Promise<Outcome<never>> | null {
  const { fromMs, toMs } = question
  if (!isShort(question) || (toMs - fromMs > shortMs && !historyCache.isCached(question, fromMs))) return null
  const span = rangeToRead(question)
  const series: Series | Promise<Series> = historyCache.readSeries(question, span.fromMs, span.toMs)
  return series instanceof Promise
    ? series.then((read) => runSeriesQuery(read, question))
    : runSeriesQuery(series, question)
}

export async function pointInSlot(
  historyCache: Pick<HistoryCache, 'readSeries'>,
  key: SeriesKey,
  slot: number,
): Promise<Point | null> {
  const fromMs = slotStartMs(slot)
  const series = await historyCache.readSeries(key, fromMs, fromMs + slotMs)
  return pointAt(series, slot - series.firstSlot)
}

/** The slots whose start lies in the last `hours`, the running one included. */
export const spanOf = (nowMs: number, hours: number) => ({
  fromMs: nowMs - hours * hourMs,
  toMs: slotOf(nowMs) * slotMs,
})

/** The span moves on with the clock even while no new data come in. */
export function historyVersion(currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>, fiat: Fiat): DataVersion {
  const { version, refreshAtMonoMs } = currentMarket.version(fiat)
  return { version: `${version}.${slotOf(currentMarket.wallMs())}`, refreshAtMonoMs }
}
