import { type Fiat, fiats } from '@p2p-rates/core'
import type { RunningJob } from '../../base/jobs.js'
import type { Clock } from '../../base/time/clock.js'
import type { LeaderJobs } from '../../cluster/open-cluster.js'
import type { Replay } from '../../history/archive/replay.js'
import { createHourlySnapshotJob } from '../../history/market-snapshots/hourly-snapshot-job.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { SourceStatusCache } from '../../market/source-status-cache.js'
import type { SourceStatus } from '../../market/sources-report.js'
import type { JobContext } from '../job-context.js'

/** Replaces collection: publishes the contents of an archive again, each at its time. */
export function createReplayJobs(ports: {
  readonly replay: Replay
  readonly sourceStatusCache: Pick<SourceStatusCache, 'receiveSources'>
  readonly clock: Clock
}): LeaderJobs<JobContext> {
  const { replay, sourceStatusCache, clock } = ports
  const scenes = new Map<string, SourceStatus>()
  const noopJob: RunningJob = { start: () => {}, stop: () => {} }
  return {
    collect: new Map(),
    chats: null,
    maintenance: async () => noopJob,
    market: async ({ store, publishMarket }) => ({
      start: () => {
        const shown = new Map<Fiat, MarketSnapshot>()
        const saveHourlySnapshots = createHourlySnapshotJob({
          store: store.hourly,
          fiats,
          snapshot: (fiat) => shown.get(fiat) ?? null,
        })
        replay.run(async ({ snapshot, sourceStatuses: newest }, ageMs) => {
          const { fiat } = snapshot
          for (const scene of newest) scenes.set(`${scene.exchange} ${scene.fiat}`, scene)
          const nextCycleAtMs = new Map([[fiat, snapshot.refreshAtMs]])
          sourceStatusCache.receiveSources({
            atMs: snapshot.judgedAtMs,
            scenes: [...scenes.values()],
            conditions: [],
            nextCycleAtMs,
            ageMs,
          })
          await publishMarket({ fiat, snapshot, judgedMonoMs: clock.monoMs() - ageMs, isNew: true })
          shown.set(fiat, snapshot)
          await saveHourlySnapshots()
        })
      },
      stop: replay.stop,
    }),
  }
}
