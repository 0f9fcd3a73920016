import type { ExchangeId } from '@p2p-rates/core'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { KeyStore } from '../accounts/key-store.js'
import type { RevokingKeyStore } from '../accounts/revoke-always.js'
import type { Acted } from '../cluster/peers.js'
import type { PublishMarket } from '../collecting/publisher.js'
import type { Feed } from '../feed/feed.js'
import type { Others } from '../http/others.js'
import type { Budgets } from '../limits/attempts/budgets.js'
import type { Limiter } from '../limits/limiter.js'
import type { StreamPlaces } from '../limits/streams/stream-places.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { ClusterGauges } from '../metrics/metrics.js'
import type { StorePorts } from '../store/store.js'
import type { Hub } from '../stream/hub.js'
import type { SharedCount } from '../usage/usage-ledger.js'
import type { WebhookRoom, WebhookRoomPorts } from '../webhooks/webhook-room.js'
import type { Elsewhere } from './elsewhere.js'

/** How this server stands to others: it has its data for itself (`alone.ts`), or is one of several (`shared.ts`). */
export interface Company {
  readonly feed: Feed
  readonly limiter: Limiter
  readonly budgets: Budgets
  readonly streamPlaces: StreamPlaces
  /** Told what was counted, where others count as well. */
  readonly sharedCount: SharedCount | null
  readonly others: Others | null
  keys(store: KeyStore): RevokingKeyStore
  webhooks(ports: Omit<WebhookRoomPorts, 'store'>): Omit<WebhookRoom, 'settled'>
  callers(cache: CallerCache): CallerCache
  /** What one server does for all. Resolves when it could begin. */
  prepare(duties: Duties): Promise<void>
  /** It can be reached now, and does what is its duty. */
  begin(address: string, hub: Pick<Hub, 'sayGoodBye'>): Promise<void>
  /** Why nobody should be sent here at the moment. */
  trouble(): Promise<string | null>
  /** Who has acted on everything that was changed until now; null where there is nobody else. */
  acted(): Promise<Acted | null>
  /** As an operator watches it; null where there is nobody else. */
  standing(): ClusterGauges | null
  /** Before the end: whoever looks whether we are ready finds out first, and streams go elsewhere one after the other. */
  drain(hub: Pick<Hub, 'sayGoodBye'>): Promise<void>
  /** Hands the duties over. */
  endDuties(): Promise<void>
  close(): Promise<void>
}

/** What is written under a duty, and by whom alone. */
export type Right = {
  readonly store: StorePorts
  readonly publishMarket: PublishMarket
  /** Null where there is nobody else. */
  readonly elsewhere: Elsewhere | null
  /** Holds webhooks against what is left when boards have fallen out; null where that happens as it is shown. */
  readonly evaluate: ((snapshot: MarketSnapshot) => Promise<void>) | null
}

export type AtWork = { start(): void; stop(): void | Promise<void> }
export type OpenDuty = (right: Right) => Promise<AtWork>
export type Duties = {
  /** What was read is believed, judged and published. */
  readonly market: OpenDuty
  readonly upkeep: OpenDuty
  /** What people write to the bot is heard; null where there is none. */
  readonly chats: OpenDuty | null
  /** Of each exchange that this server is ready to ask. */
  readonly collect: ReadonlyMap<ExchangeId, OpenDuty>
}
