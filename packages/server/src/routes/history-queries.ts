import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mutex } from '../concurrency/mutex.js'
import { createThread, type Thread } from '../concurrency/thread.js'
import type { RecordedPast } from '../market-snapshots/recorded-past.js'
import { answerFormulaPast, type FormulaPastQuestion } from './formula-history.js'
import { answerPast, type PastAnswer, type PastQuestion, spanToRead } from './history-query.js'

/** Expensive queries, as plain data for a worker thread. */
export type FarQuestion = PastQuestion | FormulaPastQuestion

export interface HistoryQueries {
  answer(accountId: string, question: FarQuestion): Promise<Bytes>
}

type Bytes = { readonly bytes: Buffer; readonly type: string }

/**
 * Worker result in shared memory. Transferring a year of candles (1 MB) would burden the main thread's garbage
 * collector.
 */
export type FarAnswer = { readonly bytes: Uint8Array<SharedArrayBuffer>; readonly type: string }

/** In a thread of its own where there is one, else here; one question of an account after the other. */
export function createFarPast({
  thread,
  turns,
  recorded,
}: {
  thread: Thread<FarQuestion, FarAnswer> | null
  turns: Mutex
  recorded: RecordedPast
}): HistoryQueries {
  const askThread = async (asked: Thread<FarQuestion, FarAnswer>, question: FarQuestion): Promise<Bytes> => {
    const { bytes, type } = await asked.ask(question)
    return { bytes: Buffer.from(bytes.buffer), type }
  }
  const answerHere = async (question: FarQuestion): Promise<Bytes> => {
    const { text, type } = await runQuery(recorded, question)
    return { bytes: Buffer.from(text), type }
  }
  return {
    answer: (accountId, question) =>
      turns.run(accountId, () => (thread === null ? answerHere(question) : askThread(thread, question))),
  }
}

const program = fileURLToPath(new URL('./history-worker.js', import.meta.url))

/** Null where the program is run from its sources: there is no thread without building one. */
export const historyWorker = (
  data: unknown,
  onDamage: (what: string) => void,
): Thread<FarQuestion, FarAnswer> | null =>
  existsSync(program) ? createThread({ path: program, data, onDamage }) : null

export async function runQuery({ history, hourly }: RecordedPast, question: FarQuestion): Promise<PastAnswer> {
  if (question.form === 'formula') return answerFormulaPast(hourly, question)
  const { fromMs, toMs } = spanToRead(question)
  return answerPast(await history.readSeries(question, fromMs, toMs), question)
}
