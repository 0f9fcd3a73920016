import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type CandlesExtra,
  candlesCsv,
  csvOf,
  csvType,
  formulaPreviewTable,
  historyCsv,
  type SeriesName,
  seasonalityTable,
  toCandlesResponse,
  toFormulaPreviewResponse,
  toHistoryResponse,
  toSeasonalityResponse,
} from '@p2p-rates/contract'
import { type Fiat, type Formula, normalRules, type Side, type TrustRules } from '@p2p-rates/core'
import {
  type BarInterval,
  barIntervalMs,
  bars,
  downsample,
  gaps,
  pointOfMarket,
  pointsAt,
  type Range,
  rangeOf,
  type Series,
  seasonality,
  slotMs,
} from '@p2p-rates/core/internal'
import type { FairAccountQueue } from '../../base/concurrency/fair-account-queue.js'
import { createWorkerThread, type WorkerThread } from '../../base/concurrency/worker-thread.js'
import type { Config } from '../../base/config.js'
import { type HourlySnapshotStore, hourMs, hourOf, type RecordedHistory } from '../../history/history-stores.js'
import { decompressMarket } from '../../history/market-snapshots/hourly-snapshots.js'
import { jsonType } from '../reply.js'

/** Expensive queries, as plain data for a worker thread. */
export type WorkerQuery = SeriesQuery | FormulaHistoryQuery

export type HistoryQueryRunner = ReturnType<typeof createHistoryQueryRunner>

type Bytes = { readonly bytes: Buffer; readonly type: string }

/** In shared memory: to transfer a year of candles (1 MB) would burden the main thread's garbage collector. */
export type WorkerResult = { readonly bytes: Uint8Array<SharedArrayBuffer>; readonly type: string }

/** Runs queries in the worker thread, or in this thread if there is none. An account has one running query at a time. */
export function createHistoryQueryRunner(ports: {
  thread: WorkerThread<WorkerQuery, WorkerResult> | null
  accountQueue: FairAccountQueue
  recorded: RecordedHistory
}) {
  const { thread, accountQueue, recorded } = ports
  const run = async (question: WorkerQuery): Promise<Bytes> => {
    if (thread === null) {
      const { text, type } = await runQuery(recorded, question)
      return { bytes: Buffer.from(text), type }
    }
    const { bytes, type } = await thread.runOrder(question)
    return { bytes: Buffer.from(bytes.buffer), type }
  }
  return {
    executeQuery: (accountId: string, question: WorkerQuery): Promise<Bytes> =>
      accountQueue.runForAccount(accountId, () => run(question)),
  }
}

const program = fileURLToPath(new URL('./history-worker.js', import.meta.url))

/** Null where the program is run from its sources: there is no thread without building one. */
export function historyWorker(
  { DATA_DIR, DATABASE_URL, REDIS_URL }: Config,
  onDamage: (what: string) => void,
): WorkerThread<WorkerQuery, WorkerResult> | null {
  const data: HistoryWorkerSettings = { DATA_DIR, DATABASE_URL, REDIS_URL }
  return existsSync(program) ? createWorkerThread({ path: program, data, onDamage }) : null
}

export type HistoryWorkerSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

export async function runQuery({ history, hourly }: RecordedHistory, question: WorkerQuery): Promise<QueryOutput> {
  if (question.form === 'formula') return runFormulaQuery(hourly, question)
  const { fromMs, toMs } = rangeToRead(question)
  return runSeriesQuery(await history.readSeries(question, fromMs, toMs), question)
}

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
    const candles = bars(series, range, interval)
    const answer = toCandlesResponse({ fiat, exchange, interval, hours, candles, include })
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

/** Query for a formula's past values over the hourly markets, as plain data for a worker thread. */
export type FormulaHistoryQuery = {
  readonly form: 'formula'
  readonly fiat: Fiat
  readonly formula: Formula
  readonly fromMs: number
  readonly toMs: number
  readonly rules: SerializableRules
  readonly format: 'json' | 'csv'
}

/** Rules without functions, which go to no other thread. */
export type SerializableRules = Omit<TrustRules, 'railOf'>

export const toSerializableRules = ({ railOf: _, ...plain }: TrustRules): SerializableRules => plain

async function runFormulaQuery(
  hourly: Pick<HourlySnapshotStore, 'readHours'>,
  { fiat, formula, fromMs, toMs, rules, format }: FormulaHistoryQuery,
): Promise<QueryOutput> {
  const kept = await hourly.readHours(fiat, fromMs, toMs + 1)
  const points = []
  for (const market of kept) {
    const t = hourOf(market.judgedAtMs) * hourMs
    const point = pointOfMarket(formula, { t, ...(await decompressMarket(fiat, market)) }, { ...normalRules, ...rules })
    if (point !== null) points.push(point)
  }
  const slots = hourOf(toMs) - Math.ceil(fromMs / hourMs) + 1
  const facts = { fiat, formula, fromMs, toMs, slots, slotMinutes: 60, recorded: kept.length, points }
  const answer = toFormulaPreviewResponse(facts)
  return format === 'csv' ? csv(csvOf(formulaPreviewTable, answer)) : json(answer)
}
