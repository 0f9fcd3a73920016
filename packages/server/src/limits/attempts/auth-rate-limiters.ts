import type { Clock } from '../../base/time/clock.js'
import { type AuthRateLimit, type AuthRateLimitSize, createAuthRateLimit } from './auth-rate-limit.js'
import { createPasswordThrottle, type PasswordThrottle, type PasswordThrottleSize } from './password-throttle.js'

export type AuthRateLimiters = {
  /** Per address. */
  readonly wrongKeys: AuthRateLimit
  /** Per address. */
  readonly registrations: AuthRateLimit
  /** Accounts created without an invite, per network. */
  readonly newAccounts: AuthRateLimit
  /** Per account. */
  readonly planRequests: AuthRateLimit
  /** Per account, address or network. */
  readonly mails: AuthRateLimit
  readonly wrongPasswords: PasswordThrottle
}

export const authRateLimitSizes = {
  wrongKeys: { most: 30, spanMs: 60_000 },
  registrations: { most: 10, spanMs: 15 * 60_000 },
  newAccounts: { most: 3, spanMs: 86_400_000 },
  planRequests: { most: 3, spanMs: 3_600_000 },
  mails: { most: 5, spanMs: 3_600_000 },
  wrongPasswords: { perNetwork: 10, perSite: 30, perEmailAndNetwork: 5, perEmail: 50, spanMs: 15 * 60_000 },
} as const satisfies Record<keyof AuthRateLimiters, AuthRateLimitSize | PasswordThrottleSize>

export const createAuthRateLimiters = (clock: Clock) => ({
  wrongKeys: createAuthRateLimit({ clock, ...authRateLimitSizes.wrongKeys }),
  registrations: createAuthRateLimit({ clock, ...authRateLimitSizes.registrations }),
  newAccounts: createAuthRateLimit({ clock, ...authRateLimitSizes.newAccounts }),
  planRequests: createAuthRateLimit({ clock, ...authRateLimitSizes.planRequests }),
  mails: createAuthRateLimit({ clock, ...authRateLimitSizes.mails }),
  wrongPasswords: createPasswordThrottle({ clock, ...authRateLimitSizes.wrongPasswords }),
})
