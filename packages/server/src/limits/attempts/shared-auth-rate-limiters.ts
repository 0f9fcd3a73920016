import type { Redis } from '../../redis/redis.js'
import type { Clock } from '../../time/clock.js'
import { createHideName } from '../shared/hash-key.js'
import { createAttemptLog } from './attempt-log.js'
import { type AuthRateLimiters, budgetSizes } from './auth-rate-limiters.js'
import { createSharedAttemptBudget } from './shared-auth-rate-limit.js'
import { createSharedWrongPasswords } from './shared-password-throttle.js'

export type SharedBudgetsPorts = {
  readonly redis: Pick<Redis, 'run'>
  readonly clusterId: string
  /** The same on all servers, and not stored in Redis. */
  readonly secret: string | Uint8Array
  readonly clock: Clock
}

export function createSharedBudgets({ redis, clusterId, secret, clock }: SharedBudgetsPorts): AuthRateLimiters {
  const log = createAttemptLog({ redis, clusterId, hashKey: createHideName(secret) })
  const budget = (name: 'wrongKeys' | 'registrations' | 'newAccounts' | 'planRequests' | 'mails') =>
    createSharedAttemptBudget({ budget: name, log, clock, ...budgetSizes[name] })
  return {
    wrongKeys: budget('wrongKeys'),
    registrations: budget('registrations'),
    newAccounts: budget('newAccounts'),
    planRequests: budget('planRequests'),
    mails: budget('mails'),
    wrongPasswords: createSharedWrongPasswords({ log, clock, ...budgetSizes.wrongPasswords }),
  }
}
