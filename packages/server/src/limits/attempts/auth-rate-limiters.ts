import type { Clock } from '../../time/clock.js'
import { type AuthRateLimit, type BudgetSize, createAttemptBudget } from './auth-rate-limit.js'
import { createWrongPasswords, type PasswordThrottle, type WrongPasswordsSize } from './password-throttle.js'

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

export const budgetSizes = {
  wrongKeys: { most: 30, spanMs: 60_000 },
  registrations: { most: 10, spanMs: 15 * 60_000 },
  newAccounts: { most: 3, spanMs: 86_400_000 },
  planRequests: { most: 3, spanMs: 3_600_000 },
  mails: { most: 5, spanMs: 3_600_000 },
  wrongPasswords: { perNetwork: 10, perSite: 30, perEmailAndNetwork: 5, perEmail: 50, spanMs: 15 * 60_000 },
} as const satisfies Record<keyof AuthRateLimiters, BudgetSize | WrongPasswordsSize>

export const createAuthRateLimiters = (clock: Clock) => ({
  wrongKeys: createAttemptBudget({ clock, ...budgetSizes.wrongKeys }),
  registrations: createAttemptBudget({ clock, ...budgetSizes.registrations }),
  newAccounts: createAttemptBudget({ clock, ...budgetSizes.newAccounts }),
  planRequests: createAttemptBudget({ clock, ...budgetSizes.planRequests }),
  mails: createAttemptBudget({ clock, ...budgetSizes.mails }),
  wrongPasswords: createWrongPasswords({ clock, ...budgetSizes.wrongPasswords }),
})
