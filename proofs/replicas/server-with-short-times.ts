import type { Change } from './changed-build.js'
import { anyRelease } from './releases.js'
import { shortWindows } from './short-rate-limit-windows.js'

const server = 'packages/server/src'

/** Shorten ten failures in a row from 3 days to seconds. Shorten the lease on a dead sender's queue to 10 seconds. */
const quickFailures: readonly Change[] = [
  {
    file: `${server}/alerts/webhooks/retry-schedule.ts`,
    search: '[0, 5 * second, 30 * second, 2 * minute, 10 * minute, hour, 4 * hour, 10 * hour, 24 * hour, 34 * hour]',
    replacement: '[0, ...Array.from({ length: 9 }, () => second / 10)]',
  },
  {
    file: `${server}/alerts/webhooks/dispatcher.ts`,
    search: 'const leaseMs = 30_000',
    replacement: 'const leaseMs = 10_000',
  },
]

/** Clocks of servers are never quite right: each is off by what its environment says. */
const ownClock: readonly Change[] = [
  {
    file: `${server}/base/time/clock.ts`,
    search: 'wallMs: () => Date.now()',
    replacement: 'wallMs: () => Date.now() + Number(process.env.PROOF_CLOCK_MS ?? 0)',
  },
]

/** The server of the stage: what takes minutes and days in real life takes seconds, and it can be of any release. */
export const serverWithShortTimes: readonly Change[] = [...shortWindows, ...quickFailures, ...ownClock, ...anyRelease]
