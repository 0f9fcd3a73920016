import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { type RestoreMessage, type RestoreRequest, restoreData } from './restore-data.js'

const postReply = (word: RestoreMessage): void => parentPort?.postMessage(word)

try {
  postReply({ restored: restoreData(workerData as RestoreRequest, (step) => postReply({ step })) })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  postReply(error instanceof OperatorError ? { refused: message } : { failed: message })
}
