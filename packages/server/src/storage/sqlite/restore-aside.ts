import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../../errors/operator-error.js'
import type { Restored, Tell } from '../store.js'
import { type RestoreOrder, restoreData } from './restore-data.js'

export type WorkerWord =
  | { readonly step: string }
  | { readonly restored: Restored }
  | { readonly refused: string }
  | { readonly failed: string }

const program = fileURLToPath(new URL('./restore-worker.js', import.meta.url))

/** In a thread of its own where the program is built; straight from its sources, in this one. */
export async function restoreAside(order: RestoreOrder, tell: Tell): Promise<Restored> {
  if (!existsSync(program)) return restoreData(order, tell)
  const worker = new Worker(program, { workerData: order })
  return new Promise<Restored>((done, fail) => {
    worker.on('message', (word: WorkerWord) => {
      if ('step' in word) tell(word.step)
      else if ('restored' in word) done(word.restored)
      else fail('refused' in word ? new OperatorError(word.refused) : new Error(word.failed))
    })
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The thread that restores has ended.')))
  })
}
