import { candles, candlesCsv, history, historyCsv, presentCandles, presentHistory } from '@p2p-rates/contract'
import { bars, pointsAt, rangeOf, type Series, slotMs, slotOf, thinOut } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { implement, type Outcome } from '../http/implement.js'
import type { Now } from './now.js'

const csvType = 'text/csv; charset=utf-8; header=present'

export const historyEndpoint = (now: Now, past: Past) =>
  implement(
    history,
    ({ query }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      return whenRead(past.read({ fiat, exchange }, fromMs, toMs + slotMs), (series) => {
        const points = pointsAt(series, thinOut(series, rangeOf(series, fromMs, toMs), maxPoints))
        const answer = presentHistory({ fiat, exchange, hours, points })
        return format === 'csv' ? { text: historyCsv(answer), type: csvType } : { answer }
      })
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

export const candlesEndpoint = (now: Now, past: Past) =>
  implement(
    candles,
    ({ query }) => {
      const { fiat, exchange, interval, hours, format } = query
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      return whenRead(past.read({ fiat, exchange }, fromMs, toMs + slotMs), (series) => {
        const found = bars(series, rangeOf(series, fromMs, toMs), interval)
        const answer = presentCandles({ fiat, exchange, interval, hours, candles: found })
        return format === 'csv' ? { text: candlesCsv(answer), type: csvType } : { answer }
      })
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

/** The slots whose start lies in the last `hours`, the running one included. */
const spanOf = (nowMs: number, hours: number) => ({ fromMs: nowMs - hours * 3_600_000, toMs: slotOf(nowMs) * slotMs })

/** The span moves on with the clock even while no new data come in. */
const pastVersion = (now: Now, fiat: Parameters<Now['version']>[0]) => {
  const { version, refreshAtMonoMs } = now.version(fiat)
  return { version: `${version}.${slotOf(now.wallMs())}`, refreshAtMonoMs }
}

const whenRead = <Answer>(
  series: Series | Promise<Series>,
  present: (series: Series) => Outcome<Answer>,
): Outcome<Answer> | Promise<Outcome<Answer>> => (series instanceof Promise ? series.then(present) : present(series))
