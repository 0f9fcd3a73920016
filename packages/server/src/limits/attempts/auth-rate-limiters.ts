import type { Clock } from '../../base/time/clock.js'
import type { AttemptLog } from './attempt-log.js'
import {
  type AuthRateLimit,
  type AuthRateLimitSize,
  createAuthRateLimit,
  createSharedAuthRateLimit,
} from './auth-rate-limit.js'
import {
  createPasswordThrottle,
  createSharedPasswordThrottle,
  type PasswordThrottle,
  type PasswordThrottleSize,
} from './password-throttle.js'

export type AuthRateLimiters = Readonly<Record<keyof typeof authRateLimitSizes, AuthRateLimit>> & {
  readonly wrongPasswords: PasswordThrottle
}

export const authRateLimitSizes = {
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

const passwordThrottleSize: PasswordThrottleSize = {
  perNetwork: 10,
  perSite: 30,
  perEmailAndNetwork: 5,
  perEmail: 50,
  spanMs: 15 * 60_000,
}

/** `log` counts the attempts on all servers; null if this one is alone. */
export function createAuthRateLimiters(clock: Clock, log: AttemptLog | null = null): AuthRateLimiters {
  const limit = (budget: keyof typeof authRateLimitSizes): AuthRateLimit => {
    const size = { clock, ...authRateLimitSizes[budget] }
    return log === null ? createAuthRateLimit(size) : createSharedAuthRateLimit({ ...size, budget, log })
  }
  const passwords = { clock, ...passwordThrottleSize }
  return {
    wrongKeys: limit('wrongKeys'),
    registrations: limit('registrations'),
    newAccounts: limit('newAccounts'),
    planRequests: limit('planRequests'),
    mails: limit('mails'),
    wrongPasswords:
      log === null ? createPasswordThrottle(passwords) : createSharedPasswordThrottle({ ...passwords, log }),
  }
}
