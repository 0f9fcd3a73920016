import type { Change } from './changed-build.js'
import { redisDeadlineMs } from './check/redis-failures.js'

export const shortWindowMs = 2_000

const server = 'packages/server/src'

/** A minute of two seconds, so that a run sees many of them. */
export const shortWindows: readonly Change[] = [
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
]
