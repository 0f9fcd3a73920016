import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/time/clock.js'
import type { AttemptLog } from './attempt-log.js'
import { type AuthRateLimit, type AuthRateLimitSize, createAuthRateLimit } from './auth-rate-limit.js'

type SharedAuthRateLimitPorts = AuthRateLimitSize & {
  readonly budget: string
  readonly log: AttemptLog
  readonly clock: Clock
}

/** Redis decides. If Redis does not answer, this server decides by its own count. */
export function createSharedAuthRateLimit({
  budget,
  log,
  clock,
  most,
  spanMs,
}: SharedAuthRateLimitPorts): AuthRateLimit {
  const own = createAuthRateLimit({ clock, most, spanMs })
  /** No attempt is ever taken back, so a rejection stays valid until its time is over. */
  const deniedUntil = new LRUCache<string, number>({ max: 20_000 })

  const blockedFor = (name: string): number | null => {
    const deniedMs = (deniedUntil.get(name) ?? 0) - clock.monoMs()
    return deniedMs > 0 ? Math.ceil(deniedMs / 1000) : own.blockedFor(name)
  }

  async function countShared(name: string): Promise<number | null> {
    const logged = await log.countAttempts([{ budget, name, most }], spanMs)
    if (logged === null) return own.countAttempt(name)
    if ('atUs' in logged) {
      own.countAttempt(name)
      return null
    }
    deniedUntil.set(name, clock.monoMs() + logged.waitMs)
    return Math.ceil(logged.waitMs / 1000)
  }

  return { blockedFor, countAttempt: (name) => blockedFor(name) ?? countShared(name) }
}
