import { combineJobs, type OpenJob, timerJob } from '../../base/jobs.js'
import type { Runtime } from '../../base/runtime.js'
import type { LeaderJobs } from '../../cluster/open-cluster.js'
import type { HistoryModule } from '../../history/open-history.js'
import type { IngestModule } from '../../ingest/open-ingest.js'
import type { MarketModule } from '../../market/open-market.js'
import { createRetentionJob } from '../../storage/write-probe-and-retention.js'
import type { JobContext } from '../job-context.js'

const hourMs = 3_600_000

export function createLeaderJobs(ports: {
  readonly runtime: Runtime
  readonly historyDays: number
  readonly ingest: Pick<IngestModule, 'jobs'>
  readonly market: Pick<MarketModule, 'jobs'>
  readonly history: Pick<HistoryModule, 'jobs'>
  readonly setupFile: { announce(): Promise<void>; tidy(): Promise<void> }
  readonly chats: OpenJob<JobContext> | null
}): LeaderJobs<JobContext> {
  const { runtime, historyDays, ingest, market, history, setupFile, chats } = ports
  const { repeat, clock } = runtime

  const maintain: OpenJob<JobContext> = async ({ store }) =>
    timerJob(() => {
      void setupFile.announce()
      return [
        repeat(1_000, 'the file of a set-up link stays', setupFile.tidy),
        repeat(hourMs, 'old data is not deleted', createRetentionJob(store, clock, historyDays)),
      ]
    })

  return {
    collect: ingest.jobs.collect,
    // History stops last, because it archives everything published until then.
    market: combineJobs<JobContext>([history.jobs.market, ingest.jobs.market, market.jobs.keepPricesAfterExpiry]),
    chats,
    maintenance: combineJobs<JobContext>([history.jobs.maintenance, maintain, ingest.jobs.maintenance]),
  }
}

/** Replaces collecting: publishes the contents of an archive again, each at its time. */
export const replayJobs = ({ jobs }: Pick<HistoryModule, 'jobs'>): LeaderJobs<JobContext> => ({
  collect: new Map(),
  market: jobs.replay,
  maintenance: async () => timerJob(() => []),
  chats: null,
})
