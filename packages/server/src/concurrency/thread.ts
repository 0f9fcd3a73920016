import { Worker } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'

/** A program that answers orders in a thread of its own, so that nobody else waits while it computes. */
export interface Thread<Order, Answer> {
  ask(order: Order): Promise<Answer>
  /** Whoever waits is told at once; the thread itself ends after the order that it has under way. */
  stop(): Promise<void>
}

/** What is said to the thread, and what comes back. */
export type Said<Order> = { readonly number: number; readonly order: Order } | 'stop'
export type Told<Answer> =
  | { readonly number: number; readonly answer: Answer }
  | { readonly number: number; readonly failed: string; readonly isStorage: boolean }
  | { readonly damaged: string }

export type ThreadProgram = {
  readonly path: string
  readonly data: unknown
  readonly execArgv?: readonly string[]
  readonly onDamage: (what: string) => void
}

/**
 * More than any answer needs; a thread that wants more is ended, and the next order finds a new one. What is young is
 * given room for several answers: collecting it takes time from those who answer at once.
 */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** Starts with the first order. Whoever waits when the thread dies is told so. */
export function createThread<Order, Answer>(program: ThreadProgram): Thread<Order, Answer> {
  type Waiting = { readonly done: (answer: Answer) => void; readonly fail: (error: Error) => void }
  type Running = {
    readonly worker: Worker
    readonly waiting: Map<number, Waiting>
    readonly end: (error: Error) => void
  }
  let running: Running | null = null
  let number = 0

  const say = ({ worker }: Running, said: Said<Order>): void => worker.postMessage(said)

  const start = (): Running => {
    const worker = new Worker(program.path, {
      workerData: program.data,
      resourceLimits: limits,
      execArgv: [...(program.execArgv ?? [])],
    })
    // The server's own sockets keep the process alive, and nothing else should.
    worker.unref()
    const waiting = new Map<number, Waiting>()
    const end = (error: Error): void => {
      if (running?.worker === worker) running = null
      for (const { fail } of waiting.values()) fail(error)
      waiting.clear()
    }
    worker.on('message', (told: Told<Answer>) => {
      if ('damaged' in told) return program.onDamage(told.damaged)
      const asked = waiting.get(told.number)
      waiting.delete(told.number)
      if ('answer' in told) asked?.done(told.answer)
      else asked?.fail(told.isStorage ? new StorageUnavailableError(told.failed) : new Error(told.failed))
    })
    worker.once('error', end)
    worker.once('exit', () => end(new Error('The thread has ended.')))
    return { worker, waiting, end }
  }

  return {
    ask: (order) =>
      new Promise((done, fail) => {
        running ??= start()
        number += 1
        running.waiting.set(number, { done, fail })
        say(running, { number, order })
      }),
    stop: async () => {
      const ending = running
      if (ending === null) return
      const ended = new Promise((done) => ending.worker.once('exit', done))
      // Not `terminate()`: a thread that is cut off inside the database's own code takes the whole process with it.
      say(ending, 'stop')
      ending.worker.ref()
      ending.end(new Error('The thread has ended.'))
      await ended
    },
  }
}
