import type { AccountsModule } from '../accounts/open-accounts.js'
import type { AlertsModule } from '../alerts/open-alerts.js'
import type { Config } from '../base/config.js'
import { combineJobs, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { LeaderJobs } from '../cluster/open-cluster.js'
import type { HistoryModule } from '../history/open-history.js'
import type { IngestModule } from '../ingest/open-ingest.js'
import type { MarketModule } from '../market/open-market.js'
import { retentionJob } from '../storage/jobs.js'
import type { JobContext } from './job-context.js'

/** The jobs that one server runs for all, by the lease under which they run. */
export function leaderJobsOf(
  modules: {
    readonly runtime: Runtime
    readonly market: Pick<MarketModule, 'jobs'>
    readonly history: Pick<HistoryModule, 'jobs'>
    readonly ingest: Pick<IngestModule, 'jobs'>
    readonly alerts: Pick<AlertsModule, 'jobs'>
    readonly accounts: Pick<AccountsModule, 'jobs'>
  },
  { HISTORY_DAYS }: Pick<Config, 'HISTORY_DAYS'>,
  isReplay: boolean,
): LeaderJobs<JobContext> {
  const { runtime, market, history, ingest, alerts, accounts } = modules
  // A replay publishes the contents of an archive again, each at its time.
  if (isReplay)
    return {
      collect: new Map(),
      market: history.jobs.replay,
      maintenance: async () => timerJob(() => []),
      chats: null,
    }
  const upkeep = [history.jobs.maintenance, accounts.jobs.setupFile, retentionJob(runtime, HISTORY_DAYS)]
  return {
    collect: ingest.jobs.collect,
    // History stops last, because it archives everything published until then.
    market: combineJobs<JobContext>([history.jobs.market, ingest.jobs.market, market.jobs.keepPricesAfterExpiry]),
    maintenance: combineJobs<JobContext>([...upkeep, ingest.jobs.maintenance]),
    chats: alerts.jobs.chats,
  }
}
