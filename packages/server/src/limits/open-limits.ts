import type { Config } from '../base/config.js'
import type { Runtime } from '../base/runtime.js'
import type { Calendar } from '../base/time/calendar.js'
import { createAbuseThrottle } from './abuse-throttle.js'
import { createAttemptLog } from './attempts/attempt-log.js'
import { createAuthRateLimiters } from './attempts/auth-rate-limiters.js'
import { mostKnownNetworks } from './attempts/password-throttle.js'
import type { CountedByMonth } from './limiter.js'
import { createMemoryLimiter } from './memory-limiter.js'
import type { ClusterInRedis } from './shared/cluster-in-redis.js'
import { openSharedLimiter } from './shared/shared-limiter.js'
import { openSharedStreamLimiter } from './streams/shared-stream-limiter.js'
import { createMemoryStreamLimiter } from './streams/stream-limiter.js'

export type SharedCounting = ClusterInRedis & { reportLimits(isCountingTogether: boolean): void }

export type LimitsPorts = {
  readonly config: Pick<Config, 'LIMITS_OUTAGE' | 'HAMMERING_PAUSE_MS'>
  readonly runtime: Runtime
  /** Null if this server is alone. */
  readonly shared: SharedCounting | null
  readonly calendar: Calendar
  readonly store: {
    readonly usage: { readonly countedByMonth: CountedByMonth }
    readonly recentLogIns: {
      /** Networks and the addresses that they logged in to, newest first. */
      knownNetworks(limit: number): Promise<readonly { readonly network: string; readonly email: string }[]>
    }
  }
}

/**
 * The limits module: admits or refuses requests, and counts them.
 *
 * - `limiter`: requests per minute (an exact sliding window), per month (reserved while a request runs, so that
 *   concurrency can't overdraw the quota) and at the same time, by account, session or network.
 * - `streamLimiter`: open streams of an account, a session or a network of visitors.
 * - `authRateLimiters`: wrong keys, wrong passwords, registrations, mails and plan requests.
 * - `abuseThrottle`: delays the refusals of clients that ignore them.
 *
 * Alone, all counts are in memory, and decisions are synchronous; the month begins with the count of the database.
 * Several servers count together in Redis, one round trip for each decision, and settle the outcome later. Counts of
 * the month in Redis are never lower than those of the database.
 *
 * Without Redis, each server decides alone (`base/redis/outage-policy.ts`): with its share of each limit, with the
 * whole limit, or not at all (`P2P_LIMITS_OUTAGE`). Its admissions are settled once Redis answers again. Without the
 * database, known accounts are limited as before; a request of an unknown account fails.
 */
export async function openLimits(ports: LimitsPorts) {
  const { config, runtime, shared, store } = ports
  const counting = shared === null ? openAlone(ports) : await openTogether(ports, shared)
  const known = await store.recentLogIns.knownNetworks(mostKnownNetworks)
  for (const { network, email } of known.toReversed()) counting.authRateLimiters.wrongPasswords.remember(network, email)
  const handlers = { data_replaced: counting.forgetEverything }
  return {
    ...counting,
    handlers,
    abuseThrottle: createAbuseThrottle({ ...runtime, pauseMs: config.HAMMERING_PAUSE_MS }),
  }
}

function openAlone({ runtime: { clock }, calendar, store }: LimitsPorts) {
  const limiter = createMemoryLimiter({ clock, calendar, countedByMonth: store.usage.countedByMonth })
  return {
    limiter,
    authRateLimiters: createAuthRateLimiters(clock),
    streamLimiter: createMemoryStreamLimiter(),
    /** Null: no count but the database's. */
    sharedCount: null,
    /** Reads all counts again, because the database was replaced. */
    forgetEverything: limiter.forgetEverything,
    close: async () => {},
  }
}

async function openTogether({ config, runtime, calendar, store }: LimitsPorts, shared: SharedCounting) {
  const { clock, timers, log } = runtime
  const counting = { ...shared, clock, timers }
  const [limiter, streamLimiter] = await Promise.all([
    openSharedLimiter({
      ...counting,
      calendar,
      outage: config.LIMITS_OUTAGE,
      countedByMonth: store.usage.countedByMonth,
      onChange: (isJoined, why) => {
        if (isJoined) log.info('limits are counted together with the other servers')
        else log.warn(`limits are counted alone: ${why}`)
        shared.reportLimits(isJoined)
      },
    }),
    openSharedStreamLimiter(counting),
  ])
  return {
    limiter,
    authRateLimiters: createAuthRateLimiters(clock, createAttemptLog(shared)),
    streamLimiter,
    sharedCount: limiter,
    forgetEverything: () => {},
    close: async () => void (await Promise.allSettled([limiter.close(), streamLimiter.close()])),
  }
}
