import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../../errors/operator-error.js'
import type { WorkerWord } from './restore-aside.js'
import { type RestoreOrder, restoreData } from './restore-data.js'

const say = (word: WorkerWord): void => parentPort?.postMessage(word)

try {
  say({ restored: restoreData(workerData as RestoreOrder, (step) => say({ step })) })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  say(error instanceof OperatorError ? { refused: message } : { failed: message })
}
