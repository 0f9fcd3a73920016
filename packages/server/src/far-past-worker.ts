import { workerData } from 'node:worker_threads'
import { answerOrders, tellDamage } from './aside/in-thread.js'
import { type FarAnswer, readFor } from './endpoints/far-past.js'
import { answerPast, type PastQuestion } from './endpoints/past-answer.js'
import { chooseStore, type StoreSettings } from './store/choose-store.js'

/** Answers questions about the far past beside the server, from the same data. */
const history = await chooseStore(workerData as StoreSettings).openHistory(tellDamage)

async function answer(question: PastQuestion): Promise<FarAnswer> {
  const { text, type } = answerPast(await readFor(history, question), question)
  const plain = Buffer.from(text)
  const bytes = new Uint8Array(new SharedArrayBuffer(plain.length))
  bytes.set(plain)
  return { bytes, type }
}

answerOrders(answer)
