import { Worker } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'

/** Worker thread that answers orders, so that computing doesn't block the main thread. */
export interface Thread<Order, Answer> {
  ask(order: Order): Promise<Answer>
  /** Reject waiting calls at once. The thread exits after its current order. */
  stop(): Promise<void>
}

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
 * Memory limits above the need of any answer. A thread that exceeds them ends, and the next order starts a new one. The
 * young generation holds several answers, because collecting it slows down the request threads.
 */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** Start the thread with the first order. If it dies, reject the waiting calls. */
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
