import { connectRedis } from '../../../base/redis/connect-redis.js'
import type { Redis } from '../../../base/redis/redis.js'
import { createCalendar } from '../../../base/time/calendar.js'
import type { Clock } from '../../../base/time/clock.js'
import { systemTimers } from '../../../base/time/timers.js'
import { noonMs } from '../../limiter.contract.js'
import { openSharedLimiter, type SharedLimiterPorts } from '../shared-limiter.js'

const noonClock: Clock = { monoMs: () => performance.now(), wallMs: () => noonMs }

export type ServerOptions = Partial<SharedLimiterPorts> & { readonly url: string; readonly clusterId: string } & {
  /** Long by default, so that a busy machine misses no deadline by chance. */
  readonly deadlineMs?: number
  readonly pingMs?: number
  readonly over?: (run: Redis['run']) => Redis['run']
}

let servers = 0

export async function openSharedLimiterForTest(wanted: ServerOptions) {
  const { url, deadlineMs = 30_000, pingMs = 30_000, over = (run) => run, ...options } = wanted
  const redis = await connectRedis({ url, timers: systemTimers, deadlineMs, pingMs })
  servers += 1
  const limiter = await openSharedLimiter({
    redis: { run: over(redis.run) },
    timers: systemTimers,
    clock: noonClock,
    calendar: createCalendar(),
    secret: 'a secret of all servers',
    server: `server-${process.pid}-${servers}`,
    servers: () => 1,
    outage: 'share',
    countedByMonth: async () => [],
    ...options,
  })
  let isOver = false
  return {
    limiter,
    kill: () => {
      isOver = true
      redis.close()
    },
    close: async () => {
      if (!isOver) await limiter.close()
      redis.close()
    },
  }
}
