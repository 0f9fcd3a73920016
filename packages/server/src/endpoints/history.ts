import { candles, candlesCsv, history, historyCsv, presentCandles, presentHistory } from '@p2p-rates/contract'
import { barIntervalMs, bars, pointsAt, rangeOf, type Series, slotMs, slotOf, thinOut } from '@p2p-rates/core'
import type { SeriesKey } from '../history/history-store.js'
import type { Past } from '../history/past.js'
import { implement, type Outcome } from '../http/implement.js'
import type { LongWork } from '../time/long-work.js'
import { csvType, longCandles } from './long-candles.js'
import type { Now } from './now.js'

const hourMs = 3_600_000
/** What is read from the disk or presented in one go: about half a millisecond of work. */
const shortMs = 31 * 24 * hourMs
const fewCandles = 400

export const historyEndpoint = (now: Now, past: Past, longWork: LongWork) =>
  implement(
    history,
    ({ query, caller }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      const present = (series: Series) => {
        const points = pointsAt(series, thinOut(series, rangeOf(series, fromMs, toMs), maxPoints))
        const answer = presentHistory({ fiat, exchange, hours, points })
        return format === 'csv' ? { text: historyCsv(answer), type: csvType } : { answer }
      }
      const key = { fiat, exchange }
      if (isQuick(past, key, fromMs, toMs)) return whenRead(past.read(key, fromMs, toMs + slotMs), present)
      return longWork.run(caller.key.accountId, (breathe) =>
        past.readLong(key, { fromMs, toMs: toMs + slotMs }, breathe, async (series) => {
          await breathe()
          return present(series)
        }),
      )
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

export const candlesEndpoint = (now: Now, past: Past, longWork: LongWork) =>
  implement(
    candles,
    ({ query, caller }) => {
      const { fiat, exchange, interval, hours, format } = query
      const { fromMs: askedFromMs, toMs } = spanOf(now.wallMs(), hours)
      // A candle means the same whoever asks: the first one begins with its interval, not with the span.
      const fromMs = Math.floor(askedFromMs / barIntervalMs[interval]) * barIntervalMs[interval]
      const key = { fiat, exchange }
      const facts = { fiat, exchange, interval, hours }
      const isFew = (hours * hourMs) / barIntervalMs[interval] <= fewCandles
      if (isFew && isQuick(past, key, fromMs, toMs))
        return whenRead(past.read(key, fromMs, toMs + slotMs), (series) => {
          const found = bars(series, rangeOf(series, fromMs, toMs), interval)
          const answer = presentCandles({ ...facts, candles: found })
          return format === 'csv' ? { text: candlesCsv(answer), type: csvType } : { answer }
        })
      return longWork.run(caller.key.accountId, (breathe) =>
        past.readLong(key, { fromMs, toMs: toMs + slotMs }, breathe, (series) => {
          const range = rangeOf(series, fromMs, toMs)
          return longCandles({ series, range, facts, format, step: fewCandles }, breathe)
        }),
      )
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

const isQuick = (past: Past, key: SeriesKey, fromMs: number, toMs: number): boolean =>
  toMs - fromMs <= shortMs || past.holds(key, fromMs)

/** The slots whose start lies in the last `hours`, the running one included. */
const spanOf = (nowMs: number, hours: number) => ({ fromMs: nowMs - hours * hourMs, toMs: slotOf(nowMs) * slotMs })

/** The span moves on with the clock even while no new data come in. */
const pastVersion = (now: Now, fiat: Parameters<Now['version']>[0]) => {
  const { version, refreshAtMonoMs } = now.version(fiat)
  return { version: `${version}.${slotOf(now.wallMs())}`, refreshAtMonoMs }
}

const whenRead = <Answer>(
  series: Series | Promise<Series>,
  present: (series: Series) => Outcome<Answer>,
): Outcome<Answer> | Promise<Outcome<Answer>> => (series instanceof Promise ? series.then(present) : present(series))
