import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { StorageUnavailableError } from '../refusals/storage-unavailable.js'
import type { NumberedOrder, Told } from './thread.js'

const say = <Answer>(told: Told<Answer>): void => parentPort?.postMessage(told)

export const tellDamage = (what: string): void => say({ damaged: what })

/** The thread's side: orders are answered one after the other. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  beModest()
  let last = Promise.resolve()
  parentPort?.on('message', ({ number, order }: NumberedOrder<Order>) => {
    last = last
      .then(() => answer(order))
      .then(
        (answer) => say({ number, answer }),
        (error: unknown) =>
          say({
            number,
            failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
            isStorage: error instanceof StorageUnavailableError,
          }),
      )
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
