import type { ExchangeId } from '@p2p-rates/core'
import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import type { CallerCache } from '../../accounts/caller-cache.js'
import type { RevokingKeyStore } from '../../accounts/durable-revocation.js'
import type { SharedCount } from '../../accounts/usage/usage-ledger.js'
import type { WebhookService, WebhookServicePorts } from '../../alerts/webhooks/webhook-service.js'
import type { OpenJob } from '../../base/jobs.js'
import type { ClusterGauges } from '../../base/metrics/metrics.js'
import type { EventBus } from '../../cluster/events/event-bus.js'
import type { Propagated } from '../../cluster/membership.js'
import type { ReplicaConsistency } from '../../http/replica-consistency.js'
import type { Hub } from '../../http/stream/hub.js'
import type { PeerChannel } from '../../ingest/peer-channel.js'
import type { PublishMarket } from '../../ingest/publisher.js'
import type { AuthRateLimiters } from '../../limits/attempts/auth-rate-limiters.js'
import type { Limiter } from '../../limits/limiter.js'
import type { StreamLimiter } from '../../limits/streams/stream-limiter.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { StorePorts } from '../../storage/store.js'

/**
 * Deployment as a single server with its own data (`single-server.ts`), or as one of a cluster (`cluster-server.ts`).
 */
export interface Deployment {
  readonly eventBus: EventBus
  readonly limiter: Limiter
  readonly authRateLimiters: AuthRateLimiters
  readonly streamLimiter: StreamLimiter
  readonly sharedCount: SharedCount | null
  readonly consistency: ReplicaConsistency | null
  wrapKeyStore(store: AccountAndKeyStore): RevokingKeyStore
  createWebhooks(ports: Omit<WebhookServicePorts, 'store'>): Omit<WebhookService, 'settled'>
  wrapCallerCache(cache: CallerCache): CallerCache
  /** Prepare the jobs that one server runs for all. Resolves once they can start. */
  prepareJobs(duties: LeaderJobs): Promise<void>
  /** Start the jobs once clients can reach the server at this address. */
  startServing(address: string, hub: Pick<Hub, 'closeAllGradually'>): Promise<void>
  /** Returns the reason why clients should not use this server now; null if it is ready. */
  readinessProblem(): Promise<string | null>
  awaitPropagation(): Promise<Propagated | null>
  clusterGauges(): ClusterGauges | null
  /** Wait before shutdown until health checks have noticed, then close the streams in batches. */
  drainStreams(hub: Pick<Hub, 'closeAllGradually'>): Promise<void>
  stopLeaderJobs(): Promise<void>
  close(): Promise<void>
}

/** Ports of a leader job: only the holder of its lease may write with them. */
export type JobContext = {
  readonly store: StorePorts
  readonly publishMarket: PublishMarket
  readonly peers: PeerChannel | null
  /** Evaluate webhooks after boards have expired; null if showing the market does that. */
  readonly evaluate: ((snapshot: MarketSnapshot) => Promise<void>) | null
}

export type LeaderJobs = {
  readonly market: OpenJob<JobContext>
  readonly maintenance: OpenJob<JobContext>
  readonly chats: OpenJob<JobContext> | null
  readonly collect: ReadonlyMap<ExchangeId, OpenJob<JobContext>>
}
