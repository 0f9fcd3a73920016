import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { Said, Told } from './thread.js'

const say = <Answer>(told: Told<Answer>): void => parentPort?.postMessage(told)

export const reportDamage = (what: string): void => say({ damaged: what })

/** The thread's side: orders are answered one after the other, until it is told to stop. */
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

/** Where threads have numbers of their own, as on Linux, this one comes after those that answer at once. */
function beModest(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {
    // Elsewhere all threads are alike.
  }
}
