import { createBoundedCache } from '../../base/bounded-cache.js'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Clock } from '../../base/time/clock.js'
import { admit, createSlidingWindow, remaining, type SlidingWindow, secondsUntilReset } from '../sliding-window.js'
import type { AttemptLog } from './attempt-log.js'
import { createPasswordThrottle, createSharedPasswordThrottle, type PasswordThrottle } from './password-throttle.js'

const authRateLimitSizes = {
  /** Per address. */
  wrongKeys: { most: 30, spanMs: 60_000 },
  /** Per address. */
  registrations: { most: 10, spanMs: 15 * 60_000 },
  /** Accounts created without an invite, per network. */
  newAccounts: { most: 3, spanMs: 86_400_000 },
  /** Per account. */
  planRequests: { most: 3, spanMs: 3_600_000 },
  /** Per account, address or network. */
  mails: { most: 5, spanMs: 3_600_000 },
} as const satisfies Record<string, AuthRateLimitSize>

/** `log` counts the attempts on all servers; null if this one is alone. */
export function createAuthRateLimiters(clock: Clock, log: AttemptLog | null = null) {
  const limit = (budget: keyof typeof authRateLimitSizes): AuthRateLimit => {
    const size = { clock, ...authRateLimitSizes[budget] }
    return log === null ? createAuthRateLimit(size) : createSharedAuthRateLimit({ ...size, budget, log })
  }
  const wrongPasswords: PasswordThrottle =
    log === null ? createPasswordThrottle(clock) : createSharedPasswordThrottle(clock, log)
  return {
    wrongKeys: limit('wrongKeys'),
    registrations: limit('registrations'),
    newAccounts: limit('newAccounts'),
    planRequests: limit('planRequests'),
    mails: limit('mails'),
    wrongPasswords,
  }
}

export interface AuthRateLimit {
  /** Seconds to wait if the budget is known to be used up. Null may be wrong: this call does no I/O. */
  blockedFor(name: string): number | null
  /** Counts an attempt and returns null, or returns the seconds to wait and counts nothing. Never rejects. */
  countAttempt(name: string): number | null | Promise<number | null>
}

export type AuthRateLimitSize = { readonly most: number; readonly spanMs: number }

/** Bounds the names in memory. The longest idle are evicted. */
const mostNames = 20_000

export function createAuthRateLimit({ clock, most, spanMs }: AuthRateLimitSize & { readonly clock: Clock }) {
  const known = createBoundedCache<string, SlidingWindow>(mostNames)
  return {
    blockedFor: (name: string): number | null => {
      const window = known.get(name)
      if (window === undefined || remaining(window, most, clock.monoMs()) > 0) return null
      return secondsUntilReset(window, most, clock.monoMs())
    },
    countAttempt: (name: string): number | null => {
      const window = getOrCreate(known, name, () => createSlidingWindow(spanMs))
      const nowMs = clock.monoMs()
      return admit(window, most, nowMs) ? null : secondsUntilReset(window, most, nowMs)
    },
  }
}

/** Redis decides. If Redis does not answer, this server decides by its own count. */
export function createSharedAuthRateLimit(
  ports: AuthRateLimitSize & { readonly budget: string; readonly log: AttemptLog; readonly clock: Clock },
): AuthRateLimit {
  const { budget, log, clock, most, spanMs } = ports
  const own = createAuthRateLimit(ports)
  /** No attempt is ever taken back, so a rejection stays valid until its time is over. */
  const deniedUntil = createBoundedCache<string, number>(mostNames)

  const blockedFor = (name: string): number | null => {
    const deniedMs = (deniedUntil.get(name) ?? 0) - clock.monoMs()
    return deniedMs > 0 ? Math.ceil(deniedMs / 1000) : own.blockedFor(name)
  }

  const countShared = async (name: string): Promise<number | null> => {
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
