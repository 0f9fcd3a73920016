import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { ReportStep, Restored } from '../store.js'
import { type RestoreRequest, restoreData } from './restore-data.js'

export type RestoreMessage =
  | { readonly step: string }
  | { readonly restored: Restored }
  | { readonly refused: string }
  | { readonly failed: string }

const program = fileURLToPath(new URL('./restore-worker.js', import.meta.url))

/** In a thread of its own where the program is built; straight from its sources, in this one. */
export async function restoreInWorker(order: RestoreRequest, reportStep: ReportStep): Promise<Restored> {
  if (!existsSync(program)) return restoreData(order, reportStep)
  const worker = new Worker(program, { workerData: order })
  return new Promise<Restored>((done, fail) => {
    worker.on('message', (word: RestoreMessage) => {
      if ('step' in word) reportStep(word.step)
      else if ('restored' in word) done(word.restored)
      else fail('refused' in word ? new OperatorError(word.refused) : new Error(word.failed))
    })
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The thread that restores has ended.')))
  })
}
