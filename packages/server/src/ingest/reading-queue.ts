import type { SourceStatusPublished } from '../market/source-status-cache.js'
import type { PostedTasks } from './agents/task-board.js'
import type { MarketName } from './current-boards.js'
import type { RemoteWorkerStatus } from './worker-status.js'

/** Unvalidated reading that one server made for the reviewing server. */
export type StoredReading = {
  readonly exchange: string
  readonly fiat: string
  readonly side: string
  /** Rises with every reading that is handed over, in the order of the commits. */
  readonly place: number
  /** Time since the request, by the database's clock. */
  readonly ageMs: number
  readonly text: string
}

export type QueuedReading = MarketName & {
  readonly text: string
  /** Returns the time since the request, at the moment of writing. */
  readonly ageMs: () => number
}

/** The newest reading of every market, on its way between servers. Implemented in storage/; every implementation passes reading-queue.contract.ts. */
export interface ReadingQueue {
  /** Replaces the one before of the same market. `place` is that of the word about it in the log of changes. */
  putReading(reading: QueuedReading, place: number): Promise<void>
  readingsSince(place: number): Promise<readonly StoredReading[]>
  agesOf(exchange: string): Promise<readonly Pick<StoredReading, 'fiat' | 'side' | 'ageMs'>[]>
}

export type ReadingsQueued = { readonly kind: 'handed_over' }

export interface ReadingNotifier {
  publishStatus(status: RemoteWorkerStatus): Promise<void>
  /** All of them or none. */
  queueReadings(readings: readonly QueuedReading[]): Promise<void>
}

/** Channel to the other servers for the holder of a job. It rejects all writes once the lease is lost. */
export interface PeerChannel extends ReadingNotifier {
  publishStatus(status: SourceStatusPublished | RemoteWorkerStatus): Promise<void>
  readonly readings: Pick<ReadingQueue, 'readingsSince' | 'agesOf'>
  readonly tasks: PostedTasks
}
