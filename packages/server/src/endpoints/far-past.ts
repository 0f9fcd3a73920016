import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createThread, type Thread } from '../aside/thread.js'
import type { Turns } from '../aside/turns.js'
import type { HistoryReader } from '../history/history-store.js'
import { answerPast, type PastQuestion, spanToRead } from './past-answer.js'

/** Answers about more of the past than can be read and written while others wait. */
export interface FarPast {
  answer(accountId: string, question: PastQuestion): Promise<Bytes>
}

type Bytes = { readonly bytes: Buffer; readonly type: string }

/**
 * What the thread gives back, in memory that both see: bytes that move over weigh on the garbage collector of those who
 * answer at once, and a year of candles is a megabyte.
 */
export type FarAnswer = { readonly bytes: Uint8Array<SharedArrayBuffer>; readonly type: string }

/** In a thread of its own where there is one, else here; one question of an account after the other. */
export function createFarPast({
  thread,
  turns,
  history,
}: {
  thread: Thread<PastQuestion, FarAnswer> | null
  turns: Turns
  history: HistoryReader
}): FarPast {
  const askThread = async (asked: Thread<PastQuestion, FarAnswer>, question: PastQuestion): Promise<Bytes> => {
    const { bytes, type } = await asked.ask(question)
    return { bytes: Buffer.from(bytes.buffer), type }
  }
  const answerHere = async (question: PastQuestion): Promise<Bytes> => {
    const { text, type } = answerPast(await readFor(history, question), question)
    return { bytes: Buffer.from(text), type }
  }
  return {
    answer: (accountId, question) =>
      turns.run(accountId, () => (thread === null ? answerHere(question) : askThread(thread, question))),
  }
}

const program = fileURLToPath(new URL('./far-past-worker.js', import.meta.url))

/** Null where the program is run from its sources: there is no thread without building one. */
export const farPastThread = (
  /** What tells it where the data lie. */
  data: unknown,
  onDamage: (what: string) => void,
): Thread<PastQuestion, FarAnswer> | null =>
  existsSync(program) ? createThread({ path: program, data, onDamage }) : null

/** The series that a question needs. */
export function readFor(history: HistoryReader, question: PastQuestion) {
  const { fromMs, toMs } = spanToRead(question)
  return history.read(question, fromMs, toMs)
}
