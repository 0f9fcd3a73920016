import type { ExchangeId } from '@p2p-rates/core'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { RevokingKeyStore } from '../accounts/durable-revocation.js'
import type { KeyStore } from '../accounts/key-store.js'
import type { Propagated } from '../cluster/membership.js'
import type { EventBus } from '../events/event-bus.js'
import type { ReplicaConsistency } from '../http/replica-consistency.js'
import type { PublishMarket } from '../ingest/publisher.js'
import type { AuthRateLimiters } from '../limits/attempts/auth-rate-limiters.js'
import type { Limiter } from '../limits/limiter.js'
import type { StreamPlaces } from '../limits/streams/stream-places.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { ClusterGauges } from '../metrics/metrics.js'
import type { StorePorts } from '../storage/store.js'
import type { Hub } from '../stream/hub.js'
import type { SharedCount } from '../usage/usage-ledger.js'
import type { WebhookService, WebhookServicePorts } from '../webhooks/webhook-service.js'
import type { PeerChannel } from './peer-channel.js'

/** How this server stands to others: it has its data for itself (`alone.ts`), or is one of several (`shared.ts`). */
export interface Deployment {
  readonly feed: EventBus
  readonly limiter: Limiter
  readonly budgets: AuthRateLimiters
  readonly streamPlaces: StreamPlaces
  /** Told what was counted, where others count as well. */
  readonly sharedCount: SharedCount | null
  readonly consistency: ReplicaConsistency | null
  keys(store: KeyStore): RevokingKeyStore
  webhooks(ports: Omit<WebhookServicePorts, 'store'>): Omit<WebhookService, 'settled'>
  callers(cache: CallerCache): CallerCache
  /** What one server does for all. Resolves when it could begin. */
  prepare(duties: LeaderJobs): Promise<void>
  /** It can be reached now, and does what is its duty. */
  startServing(address: string, hub: Pick<Hub, 'sayGoodBye'>): Promise<void>
  /** Why nobody should be sent here at the moment. */
  trouble(): Promise<string | null>
  /** Who has acted on everything that was changed until now; null where there is nobody else. */
  propagated(): Promise<Propagated | null>
  /** As an operator watches it; null where there is nobody else. */
  status(): ClusterGauges | null
  /** Before the end: whoever looks whether we are ready finds out first, and streams go elsewhere one after the other. */
  drain(hub: Pick<Hub, 'sayGoodBye'>): Promise<void>
  /** Hands the duties over. */
  endDuties(): Promise<void>
  close(): Promise<void>
}

/** What is written under a duty, and by whom alone. */
export type JobContext = {
  readonly store: StorePorts
  readonly publishMarket: PublishMarket
  /** Null where there is nobody else. */
  readonly peers: PeerChannel | null
  /** Holds webhooks against what is left when boards have fallen out; null where that happens as it is shown. */
  readonly evaluate: ((snapshot: MarketSnapshot) => Promise<void>) | null
}

export type RunningJob = { start(): void; stop(): void | Promise<void> }
export type OpenJob = (right: JobContext) => Promise<RunningJob>
export type LeaderJobs = {
  /** What was read is believed, judged and published. */
  readonly market: OpenJob
  readonly maintenance: OpenJob
  /** What people write to the bot is heard; null where there is none. */
  readonly chats: OpenJob | null
  /** Of each exchange that this server is ready to ask. */
  readonly collect: ReadonlyMap<ExchangeId, OpenJob>
}
