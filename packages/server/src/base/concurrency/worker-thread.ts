import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-errors.js'

type WorkerRequest<Order> = { readonly number: number; readonly order: Order } | 'stop'
type WorkerReply<Answer> =
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

/**
 * Worker thread that answers orders, so that computing doesn't block the main thread. Starts with the first order. If it
 * dies, the waiting calls reject.
 */
export function createWorkerThread<Order, Answer>(program: ThreadProgram) {
  type Waiting = { readonly done: (answer: Answer) => void; readonly fail: (error: Error) => void }
  type Running = {
    readonly worker: Worker
    readonly waiting: Map<number, Waiting>
    readonly end: (error: Error) => void
  }
  let running: Running | null = null
  let number = 0

  const postToWorker = ({ worker }: Running, request: WorkerRequest<Order>): void => worker.postMessage(request)

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
    worker.on('message', (reply: WorkerReply<Answer>) => {
      if ('damaged' in reply) return program.onDamage(reply.damaged)
      const asked = waiting.get(reply.number)
      waiting.delete(reply.number)
      if ('answer' in reply) asked?.done(reply.answer)
      else asked?.fail(reply.isStorage ? new StorageUnavailableError(reply.failed) : new Error(reply.failed))
    })
    worker.once('error', end)
    worker.once('exit', () => end(new Error('The thread has ended.')))
    return { worker, waiting, end }
  }

  return {
    runOrder: (order: Order): Promise<Answer> =>
      new Promise((done, fail) => {
        running ??= start()
        number += 1
        running.waiting.set(number, { done, fail })
        postToWorker(running, { number, order })
      }),
    /** Rejects waiting calls at once. The thread exits after its current order. */
    stop: async (): Promise<void> => {
      const ending = running
      if (ending === null) return
      const ended = new Promise((done) => ending.worker.once('exit', done))
      // Not `terminate()`: a thread that is cut off inside the database's own code takes the whole process with it.
      postToWorker(ending, 'stop')
      ending.worker.ref()
      ending.end(new Error('The thread has ended.'))
      await ended
    },
  }
}

export type WorkerThread<Order, Answer> = ReturnType<typeof createWorkerThread<Order, Answer>>

const postReply = <Answer>(reply: WorkerReply<Answer>): void => parentPort?.postMessage(reply)

export const reportDamage = (what: string): void => postReply({ damaged: what })

/** The other side: answers the orders in this thread, one after another. */
export function serveWorker<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  lowerPriority()
  let last = Promise.resolve()
  let isStopping = false

  const runOrder = async (number: number, order: Order): Promise<void> => {
    if (isStopping) return
    try {
      postReply({ number, answer: await answer(order) })
    } catch (error) {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error)
      postReply({ number, failed, isStorage: error instanceof StorageUnavailableError })
    }
  }

  parentPort?.on('message', (request: WorkerRequest<Order>) => {
    if (request === 'stop') {
      isStopping = true
      void last.then(() => parentPort?.close())
    } else last = last.then(() => runOrder(request.number, request.order))
  })
}

/** Lower this thread's priority below the request threads. Works only where threads have ids, as on Linux. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {
    // Elsewhere all threads are alike.
  }
}
