import { workerData } from 'node:worker_threads'
import { plugInModules } from './cli/exchange-modules.js'
import { reportDamage, serveWorker } from './concurrency/serve-worker.js'
import { type FarAnswer, type FarQuestion, runQuery } from './routes/history-queries.js'
import { chooseStore, type StoreSettings } from './storage/choose-store.js'

export type FarPastSettings = { readonly store: StoreSettings; readonly exchangeModules: readonly string[] }

/** Runs long history queries in a worker thread, on the same data as the server. */
const { store, exchangeModules } = workerData as FarPastSettings
await plugInModules(exchangeModules, process.cwd())
const recorded = await chooseStore(store).openPast(reportDamage)

async function answer(question: FarQuestion): Promise<FarAnswer> {
  const { text, type } = await runQuery(recorded, question)
  const plain = Buffer.from(text)
  const bytes = new Uint8Array(new SharedArrayBuffer(plain.length))
  bytes.set(plain)
  return { bytes, type }
}

serveWorker(answer)
