import type { EvaluateInTransaction } from '../alerts/webhooks/webhook-evaluator.js'
import type { Clock } from '../base/time/clock.js'
import { appendToChangelog } from '../cluster/events/changelog-bus.js'
import type { Cluster } from '../cluster/open-cluster.js'
import { publishInTransaction } from '../history/publish.js'
import type { PeerChannel } from '../ingest/reading-queue.js'
import type { MarketSnapshot, PublishMarket } from '../market/market-snapshot.js'
import type { ClusterStore, LeaderStore, Store, StorePorts } from '../storage/store.js'

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
