import type { Change } from '../mutations/read-mutations.js'
import { redisDeadlineMs } from './check/redis-failures.js'

export const shortWindowMs = 2_000

const server = 'packages/server/src'

/** Minutes are seconds here, and each server's clock is off by the offset in its environment. */
export const serverWithShortTimes: readonly Change[] = [
  {
    file: `${server}/limits/shared/shared-limiter.ts`,
    search: 'windowMs: 60_000',
    replacement: `windowMs: ${shortWindowMs}`,
  },
  // On a machine that others use, Redis itself waits for a core now and then. Its troubles are ours to cause.
  {
    file: `${server}/base/redis/connect-redis.ts`,
    search: 'deadlineMs = 50',
    replacement: `deadlineMs = ${redisDeadlineMs}`,
  },
  // The queue of a sender that has died goes to another server.
  {
    file: `${server}/alerts/webhooks/dispatcher.ts`,
    search: 'const leaseMs = 30_000',
    replacement: 'const leaseMs = 10_000',
  },
  {
    file: `${server}/base/time/clock.ts`,
    search: 'wallMs: () => Date.now()',
    replacement: 'wallMs: () => Date.now() + Number(process.env.PROOF_CLOCK_MS ?? 0)',
  },
]
