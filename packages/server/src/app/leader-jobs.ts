import type { AccountsModule } from '../accounts/open-accounts.js'
import type { AlertsModule } from '../alerts/open-alerts.js'
import type { EvaluateInTransaction } from '../alerts/webhooks/webhook-evaluator.js'
import type { Config } from '../base/config.js'
import { combineJobs, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { Clock } from '../base/time/clock.js'
import { appendToChangelog } from '../cluster/events/changelog-bus.js'
import type { Cluster, LeaderJobs } from '../cluster/open-cluster.js'
import type { HistoryModule } from '../history/open-history.js'
import { publishInTransaction } from '../history/publish.js'
import type { IngestModule } from '../ingest/open-ingest.js'
import type { PeerChannel } from '../ingest/reading-queue.js'
import type { MarketSnapshot, PublishMarket } from '../market/market-snapshot.js'
import type { MarketModule } from '../market/open-market.js'
import { retentionJob } from '../storage/jobs.js'
import type { ClusterStore, LeaderStore, Store, StorePorts } from '../storage/store.js'

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

/** Ports of a job that one server runs for all: only the holder of its lease may write with them. */
export type JobContext = {
  readonly store: StorePorts
  readonly publishMarket: PublishMarket
  readonly peers: PeerChannel | null
  /** Evaluates webhooks after boards have expired; null if showing the market does that. */
  readonly evaluate: ((snapshot: MarketSnapshot) => Promise<void>) | null
}

/** Returns the ports of a job: the store itself on a server that is alone, fenced ones under a lease. */
export const jobContextOf =
  (ports: {
    readonly store: Store
    readonly shared: Cluster<LeaderStore>['shared']
    readonly publishAlone: PublishMarket
    readonly evaluateInTransaction: EvaluateInTransaction
    readonly clock: Clock
  }) =>
  (led: LeaderStore | null): JobContext => {
    const { store, shared, publishAlone, evaluateInTransaction, clock } = ports
    if (led === null || shared === null || store.cluster === null)
      return { store, publishMarket: publishAlone, peers: null, evaluate: null }
    const evaluate = (within: LeaderStore, snapshot: MarketSnapshot) => evaluateInTransaction(within.webhooks, snapshot)
    return {
      store: led,
      publishMarket: publishInTransaction({
        inTransaction: led.inTransaction,
        evaluate,
        appendEvent: ({ changes }, event) => appendToChangelog(changes, event),
        catchUp: shared.catchUp,
        clock,
      }),
      peers: peerChannelOf(led, store.cluster),
      evaluate: async (snapshot) => void (await led.inTransaction((within) => evaluate(within, snapshot))),
    }
  }

const peerChannelOf = (led: LeaderStore, { readings }: Pick<ClusterStore, 'readings'>): PeerChannel => ({
  publishStatus: async (status) => void (await appendToChangelog(led.changes, status)),
  queueReadings: (handed) =>
    led.inTransaction(async (within) => {
      const place = await appendToChangelog(within.changes, { kind: 'handed_over' })
      for (const reading of handed) await within.readings.putReading(reading, place)
    }),
  readings,
  tasks: led.tasks,
})
