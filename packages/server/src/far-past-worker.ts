import { workerData } from 'node:worker_threads'
import { answerOrders, tellDamage } from './aside/in-thread.js'
import { answerFar, type FarAnswer, type FarQuestion } from './endpoints/far-past.js'
import { plugInModules } from './operator/exchange-modules.js'
import { chooseStore, type StoreSettings } from './store/choose-store.js'

/** Where the data lie, and files that export more exchanges. */
export type FarPastSettings = { readonly store: StoreSettings; readonly exchangeModules: readonly string[] }

/** Answers questions about the far past beside the server, from the same data. */
const { store, exchangeModules } = workerData as FarPastSettings
await plugInModules(exchangeModules, process.cwd())
const recorded = await chooseStore(store).openPast(tellDamage)

async function answer(question: FarQuestion): Promise<FarAnswer> {
  const { text, type } = await answerFar(recorded, question)
  const plain = Buffer.from(text)
  const bytes = new Uint8Array(new SharedArrayBuffer(plain.length))
  bytes.set(plain)
  return { bytes, type }
}

answerOrders(answer)
