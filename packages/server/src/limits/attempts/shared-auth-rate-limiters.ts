import type { ScriptRunner } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'
import { createHashKey } from '../shared/hash-key.js'
import { createAttemptLog } from './attempt-log.js'
import { type AuthRateLimiters, authRateLimitSizes } from './auth-rate-limiters.js'
import { createSharedAuthRateLimit } from './shared-auth-rate-limit.js'
import { createSharedPasswordThrottle } from './shared-password-throttle.js'

export type SharedAuthRateLimitersPorts = {
  readonly redis: ScriptRunner
  readonly clusterId: string
  /** The same on all servers, and not stored in Redis. */
  readonly secret: string | Uint8Array
  readonly clock: Clock
}

export function createSharedAuthRateLimiters({
  redis,
  clusterId,
  secret,
  clock,
}: SharedAuthRateLimitersPorts): AuthRateLimiters {
  const log = createAttemptLog({ redis, clusterId, hashKey: createHashKey(secret) })
  const budget = (name: 'wrongKeys' | 'registrations' | 'newAccounts' | 'planRequests' | 'mails') =>
    createSharedAuthRateLimit({ budget: name, log, clock, ...authRateLimitSizes[name] })
  return {
    wrongKeys: budget('wrongKeys'),
    registrations: budget('registrations'),
    newAccounts: budget('newAccounts'),
    planRequests: budget('planRequests'),
    mails: budget('mails'),
    wrongPasswords: createSharedPasswordThrottle({ log, clock, ...authRateLimitSizes.wrongPasswords }),
  }
}
