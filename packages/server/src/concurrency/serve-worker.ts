import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { Said, Told } from './thread.js'

const say = <Answer>(told: Told<Answer>): void => parentPort?.postMessage(told)

export const reportDamage = (what: string): void => say({ damaged: what })

export function serveWorker<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  beModest()
  let last = Promise.resolve()
  let isStopping = false

  const follow = async (number: number, order: Order): Promise<void> => {
    if (isStopping) return
    try {
      say({ number, answer: await answer(order) })
    } catch (error) {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error)
      say({ number, failed, isStorage: error instanceof StorageUnavailableError })
    }
  }

  parentPort?.on('message', (said: Said<Order>) => {
    if (said === 'stop') {
      isStopping = true
      void last.then(() => parentPort?.close())
    } else last = last.then(() => follow(said.number, said.order))
  })
}

/** Lower this thread's priority below the request threads. Works only where threads have ids, as on Linux. */
function beModest(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {
    // Elsewhere all threads are alike.
  }
}
