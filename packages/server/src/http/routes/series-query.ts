import {
  type CandlesExtra,
  candlesCsv,
  csvOf,
  csvType,
  historyCsv,
  type SeriesName,
  seasonalityTable,
  toCandlesResponse,
  toHistoryResponse,
  toSeasonalityResponse,
} from '@p2p-rates/contract'
import {
  type BarInterval,
  barIntervalMs,
  bars,
  downsample,
  gaps,
  pointsAt,
  type Range,
  rangeOf,
  type Series,
  type Side,
  seasonality,
  slotMs,
} from '@p2p-rates/core'
import { jsonType } from '../reply.js'

export type SeriesQuery = {
  readonly fiat: string
  readonly exchange: SeriesName
  /** The slots that start within. */
  readonly fromMs: number
  readonly toMs: number
} & (
  | (Depth & { readonly form: 'points'; readonly maxPoints: number })
  | (Depth & {
      readonly form: 'candles'
      readonly interval: BarInterval
      readonly include?: readonly CandlesExtra[] | undefined
    })
  | { readonly form: 'seasonality'; readonly side: Side; readonly tz: string; readonly format: 'json' | 'csv' }
  | { readonly form: 'missing'; readonly slots: Range }
)

type Depth = { readonly hours: number; readonly format: 'json' | 'csv' }

export type QueryOutput = { readonly text: string; readonly type: string }

export function runSeriesQuery(series: Series, question: SeriesQuery): QueryOutput {
  const { fiat, exchange, fromMs, toMs } = question
  if (question.form === 'missing') return json(gaps(series, question.slots))
  const range = rangeOf(series, fromMs, toMs)
  if (question.form === 'seasonality') {
    const { side, tz, format } = question
    const answer = toSeasonalityResponse({ fiat, side, tz, toMs, found: seasonality(series, range, side, tz) })
    return format === 'csv' ? csv(csvOf(seasonalityTable, answer)) : json(answer)
  }
  const { hours, format } = question
  if (question.form === 'candles') {
    const { interval, include = [] } = question
    const answer = toCandlesResponse({
      fiat,
      exchange,
      interval,
      hours,
      candles: bars(series, range, interval),
      include,
    })
    return format === 'csv' ? csv(candlesCsv(answer, include)) : json(answer)
  }
  const points = pointsAt(series, downsample(series, range, question.maxPoints))
  const answer = toHistoryResponse({ fiat, exchange, hours, points })
  return format === 'csv' ? csv(historyCsv(answer)) : json(answer)
}

/** Range to read, including the slot that starts exactly at `toMs`. */
export const rangeToRead = ({ fromMs, toMs }: SeriesQuery) => ({ fromMs, toMs: toMs + slotMs })

/** Returns true if the query should take about 1 ms, judged by its length. */
export const isShort = (question: SeriesQuery): boolean =>
  question.form === 'points' ||
  (question.form === 'candles' && question.toMs - question.fromMs <= fewCandles * barIntervalMs[question.interval])

const fewCandles = 400

const csv = (text: string): QueryOutput => ({ text, type: csvType })
const json = (answer: object): QueryOutput => ({ text: JSON.stringify(answer), type: jsonType })
