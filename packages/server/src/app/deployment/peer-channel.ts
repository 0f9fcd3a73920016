import { appendToChangelog } from '../../cluster/events/changelog-bus.js'
import type { PostedTasks } from '../../ingest/agents/task-board.js'
import type { ReadingNotifier } from '../../ingest/queued-reading-producer.js'
import type { ReadingQueue } from '../../ingest/reading-queue.js'
import type { RemoteWorkerStatus } from '../../ingest/remote-workers.js'
import type { SourceStatusPublished } from '../../market/source-status-cache.js'
import type { ClusterStore, LeaderStore } from '../../storage/store.js'

/** Channel to the other servers for the holder of a job. It rejects all writes once the lease is lost. */
export interface PeerChannel extends ReadingNotifier {
  publishStatus(word: SourceStatusPublished | RemoteWorkerStatus): Promise<void>
  readonly readings: Pick<ReadingQueue, 'readingsSince' | 'agesOf'>
  readonly tasks: PostedTasks
}

export const openPeerChannel = (led: LeaderStore, { readings }: Pick<ClusterStore, 'readings'>): PeerChannel => ({
  publishStatus: async (word) => void (await appendToChangelog(led.changes, word)),
  queueReadings: (handed) =>
    led.inTransaction(async (within) => {
      const place = await appendToChangelog(within.changes, { kind: 'handed_over' })
      for (const reading of handed) await within.readings.putReading(reading, place)
    }),
  readings,
  tasks: led.tasks,
})
