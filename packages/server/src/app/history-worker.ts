import { workerData } from 'node:worker_threads'
import { reportDamage, serveWorker } from '../base/concurrency/worker-thread.js'
import {
  type HistoryWorkerSettings,
  runQuery,
  type WorkerQuery,
  type WorkerResult,
} from '../http/routes/history-queries.js'
import { chooseStore } from '../storage/choose-store.js'

/** Runs long history queries in a worker thread, on the same data as the server. */
const settings: HistoryWorkerSettings = workerData
const location = await chooseStore(settings)
const recorded = await location.openHistoryReader(reportDamage)

async function answer(question: WorkerQuery): Promise<WorkerResult> {
  const { text, type } = await runQuery(recorded, question)
  const plain = Buffer.from(text)
  const bytes = new Uint8Array(new SharedArrayBuffer(plain.length))
  bytes.set(plain)
  return { bytes, type }
}

serveWorker(answer)
