import type { PostedTasks } from '../agents/task-board.js'
import { appendToChangelog } from '../events/changelog-bus.js'
import type { ReadingNotifier } from '../ingest/reading-producer.js'
import type { ReadingQueue } from '../ingest/reading-queue.js'
import type { RemoteWorkerStatus } from '../ingest/remote-workers.js'
import type { SourceStatusPublished } from '../market/source-status-cache.js'
import type { LeaderStore, Sharing } from '../storage/store.js'

/** The other servers, for one who has a duty: whatever he says and hands over is refused once he has it no longer. */
export interface PeerChannel extends ReadingNotifier {
  publishStatus(word: SourceStatusPublished | RemoteWorkerStatus): Promise<void>
  /** What all of them have handed over. */
  readonly readings: Pick<ReadingQueue, 'since' | 'agesOf'>
  /** Pages that their remote collectors may read for us. */
  readonly tasks: PostedTasks
}

export const openPeerChannel = (led: LeaderStore, { readings }: Pick<Sharing, 'readings'>): PeerChannel => ({
  publishStatus: async (word) => void (await appendToChangelog(led.changes, word)),
  handOver: (handed) =>
    led.inTransaction(async (within) => {
      const place = await appendToChangelog(within.changes, { kind: 'handed_over' })
      for (const reading of handed) await within.readings.put(reading, place)
    }),
  readings,
  tasks: led.tasks,
})
