import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FairAccountQueue } from '../../base/concurrency/fair-account-queue.js'
import { createWorkerThread, type WorkerThread } from '../../base/concurrency/worker-thread.js'
import type { Config } from '../../base/config.js'
import type { RecordedHistory } from '../../history/history-stores.js'
import { type FormulaHistoryQuery, runFormulaQuery } from './formula-history-query.js'
import { type QueryOutput, rangeToRead, runSeriesQuery, type SeriesQuery } from './series-query.js'

/** Expensive queries, as plain data for a worker thread. */
export type WorkerQuery = SeriesQuery | FormulaHistoryQuery

export interface HistoryQueryRunner {
  executeQuery(accountId: string, question: WorkerQuery): Promise<Bytes>
}

type Bytes = { readonly bytes: Buffer; readonly type: string }

/**
 * Worker result in shared memory. Transferring a year of candles (1 MB) would burden the main thread's garbage
 * collector.
 */
export type WorkerResult = { readonly bytes: Uint8Array<SharedArrayBuffer>; readonly type: string }

/** Runs queries in the worker thread, or in this thread if there is none. An account has one running query at a time. */
export function createHistoryQueryRunner({
  thread,
  accountQueue,
  recorded,
}: {
  thread: WorkerThread<WorkerQuery, WorkerResult> | null
  accountQueue: FairAccountQueue
  recorded: RecordedHistory
}): HistoryQueryRunner {
  const runInWorker = async (asked: WorkerThread<WorkerQuery, WorkerResult>, question: WorkerQuery): Promise<Bytes> => {
    const { bytes, type } = await asked.runOrder(question)
    return { bytes: Buffer.from(bytes.buffer), type }
  }
  const runInProcess = async (question: WorkerQuery): Promise<Bytes> => {
    const { text, type } = await runQuery(recorded, question)
    return { bytes: Buffer.from(text), type }
  }
  return {
    executeQuery: (accountId, question) =>
      accountQueue.runForAccount(accountId, () =>
        thread === null ? runInProcess(question) : runInWorker(thread, question),
      ),
  }
}

const program = fileURLToPath(new URL('./history-worker.js', import.meta.url))

/** Null where the program is run from its sources: there is no thread without building one. */
export function historyWorker(
  { DATA_DIR, DATABASE_URL, REDIS_URL, EXCHANGE_MODULES }: Config,
  onDamage: (what: string) => void,
): WorkerThread<WorkerQuery, WorkerResult> | null {
  const data: HistoryWorkerSettings = { DATA_DIR, DATABASE_URL, REDIS_URL, EXCHANGE_MODULES }
  return existsSync(program) ? createWorkerThread({ path: program, data, onDamage }) : null
}

/** Location of the data, and the modules of plugged-in exchanges. */
export type HistoryWorkerSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL' | 'EXCHANGE_MODULES'>

export async function runQuery({ history, hourly }: RecordedHistory, question: WorkerQuery): Promise<QueryOutput> {
  if (question.form === 'formula') return runFormulaQuery(hourly, question)
  const { fromMs, toMs } = rangeToRead(question)
  return runSeriesQuery(await history.readSeries(question, fromMs, toMs), question)
}
