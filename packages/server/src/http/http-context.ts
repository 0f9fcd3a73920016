import type { IncomingMessage } from 'node:http'
import type { Exchanges } from '@p2p-rates/core'
import type { VisitorRules } from '../accounts/actor.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import type { Sessions } from '../accounts/sessions.js'
import type { RecentErrors } from '../accounts/usage/recent-errors.js'
import type { RecentRequests } from '../accounts/usage/recent-requests.js'
import type { UsageLedger } from '../accounts/usage/usage-ledger.js'
import type { Clock } from '../base/time/clock.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { AuthRateLimit } from '../limits/attempts/auth-rate-limiters.js'
import type { Limiter } from '../limits/limiter.js'
import type { ReplicaConsistency } from './request-pipeline.js'

export type HttpContext = {
  readonly clock: Clock
  readonly exchanges: Exchanges
  readonly accounts: {
    readonly callers: CallerCache
    readonly ledger: UsageLedger
    readonly recentErrors: Pick<RecentErrors, 'recordError'>
    readonly recentRequests: Pick<RecentRequests, 'isWatched' | 'recordRequest' | 'recordWithWrongKey'>
  }
  /** Without sessions, every page request is a visitor's. */
  readonly sessions: Pick<Sessions, 'find' | 'endToken'> | null
  readonly limits: {
    readonly limiter: Limiter
    readonly abuseThrottle: AbuseThrottle
    readonly authRateLimiters: { readonly wrongKeys: AuthRateLimit }
  }
  readonly visitors: VisitorRules
  readonly idempotencyStore: IdempotencyStore
  readonly isSimulated: () => boolean
  /** Instant of the replayed archive as text, for the header of replies with prices. Null if live. */
  readonly replayedAt: (() => string) | null
  readonly consistency: ReplicaConsistency | null
  readonly publicUrl: string | undefined
  addressOf(request: IncomingMessage): string
  onReply(endpoint: string, status: number): void
  reportBug(error: unknown, requestId: string): void
}
