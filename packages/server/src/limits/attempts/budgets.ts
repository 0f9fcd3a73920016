import type { Clock } from '../../time/clock.js'
import { type AttemptBudget, type BudgetSize, createAttemptBudget } from './attempt-budget.js'
import { createWrongPasswords, type WrongPasswords, type WrongPasswordsSize } from './wrong-passwords.js'

/** What is heard only so often. */
export type Budgets = {
  /** From an address. */
  readonly wrongKeys: AttemptBudget
  /** From an address. */
  readonly registrations: AttemptBudget
  /** Accounts that one network makes without an invite. */
  readonly newAccounts: AttemptBudget
  /** From an account. */
  readonly planRequests: AttemptBudget
  /** That an account, an address or a network may cause. */
  readonly mails: AttemptBudget
  readonly wrongPasswords: WrongPasswords
}

export const budgetSizes = {
  wrongKeys: { most: 30, spanMs: 60_000 },
  registrations: { most: 10, spanMs: 15 * 60_000 },
  newAccounts: { most: 3, spanMs: 86_400_000 },
  planRequests: { most: 3, spanMs: 3_600_000 },
  mails: { most: 5, spanMs: 3_600_000 },
  wrongPasswords: { perNetwork: 10, perSite: 30, perEmailAndNetwork: 5, perEmail: 50, spanMs: 15 * 60_000 },
} as const satisfies Record<keyof Budgets, BudgetSize | WrongPasswordsSize>

/** Each server counts what it hears itself. */
export const createBudgets = (clock: Clock) => ({
  wrongKeys: createAttemptBudget({ clock, ...budgetSizes.wrongKeys }),
  registrations: createAttemptBudget({ clock, ...budgetSizes.registrations }),
  newAccounts: createAttemptBudget({ clock, ...budgetSizes.newAccounts }),
  planRequests: createAttemptBudget({ clock, ...budgetSizes.planRequests }),
  mails: createAttemptBudget({ clock, ...budgetSizes.mails }),
  wrongPasswords: createWrongPasswords({ clock, ...budgetSizes.wrongPasswords }),
})
