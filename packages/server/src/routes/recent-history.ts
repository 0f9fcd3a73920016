import { type Fiat, type Point, pointAt, type Series, slotMs, slotOf, slotStartMs } from '@p2p-rates/core'
import type { SeriesKey } from '../history/history-store.js'
import type { Past } from '../history/past.js'
import type { DataVersion, Outcome } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'
import { answerPast, isShort, type PastQuestion, spanToRead } from './history-query.js'

const hourMs = 3_600_000
/** Longest span to read from disk at once: about 1 ms of work. */
const shortMs = 31 * 24 * hourMs

/** An answer about the past; null where it would make others wait. */
export function nearAnswer(past: Past, question: PastQuestion): Outcome<never> | Promise<Outcome<never>> | null {
  const { fromMs, toMs } = question
  if (!isShort(question) || (toMs - fromMs > shortMs && !past.holds(question, fromMs))) return null
  const span = spanToRead(question)
  const series: Series | Promise<Series> = past.readSeries(question, span.fromMs, span.toMs)
  return series instanceof Promise ? series.then((read) => answerPast(read, question)) : answerPast(series, question)
}

export async function pointInSlot(past: Pick<Past, 'readSeries'>, key: SeriesKey, slot: number): Promise<Point | null> {
  const fromMs = slotStartMs(slot)
  const series = await past.readSeries(key, fromMs, fromMs + slotMs)
  return pointAt(series, slot - series.firstSlot)
}

/** The slots whose start lies in the last `hours`, the running one included. */
export const spanOf = (nowMs: number, hours: number) => ({
  fromMs: nowMs - hours * hourMs,
  toMs: slotOf(nowMs) * slotMs,
})

/** The span moves on with the clock even while no new data come in. */
export function pastVersion(now: Pick<CurrentMarket, 'version' | 'wallMs'>, fiat: Fiat): DataVersion {
  const { version, refreshAtMonoMs } = now.version(fiat)
  return { version: `${version}.${slotOf(now.wallMs())}`, refreshAtMonoMs }
}
