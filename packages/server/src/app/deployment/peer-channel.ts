import { appendToChangelog } from '../../cluster/events/changelog-bus.js'
import type { PeerChannel } from '../../ingest/peer-channel.js'
import type { ClusterStore, LeaderStore } from '../../storage/store.js'

export const openPeerChannel = (led: LeaderStore, { readings }: Pick<ClusterStore, 'readings'>): PeerChannel => ({
  publishStatus: async (status) => void (await appendToChangelog(led.changes, status)),
  queueReadings: (handed) =>
    led.inTransaction(async (within) => {
      const place = await appendToChangelog(within.changes, { kind: 'handed_over' })
      for (const reading of handed) await within.readings.putReading(reading, place)
    }),
  readings,
  tasks: led.tasks,
})
