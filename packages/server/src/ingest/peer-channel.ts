import type { SourceStatusPublished } from '../market/source-status-cache.js'
import type { PostedTasks } from './agents/task-board.js'
import type { ReadingNotifier } from './queued-reading-producer.js'
import type { ReadingQueue } from './reading-queue.js'
import type { RemoteWorkerStatus } from './remote-workers.js'

/** Channel to the other servers for the holder of a job. It rejects all writes once the lease is lost. */
export interface PeerChannel extends ReadingNotifier {
  publishStatus(status: SourceStatusPublished | RemoteWorkerStatus): Promise<void>
  readonly readings: Pick<ReadingQueue, 'readingsSince' | 'agesOf'>
  readonly tasks: PostedTasks
}
