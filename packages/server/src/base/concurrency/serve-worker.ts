import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { WorkerReply, WorkerRequest } from './worker-thread.js'

const postReply = <Answer>(reply: WorkerReply<Answer>): void => parentPort?.postMessage(reply)

export const reportDamage = (what: string): void => postReply({ damaged: what })

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
