import { onTestFinished } from 'vitest'
import { connectRedis } from '../../../base/redis/connect-redis.js'
import type { Redis } from '../../../base/redis/redis.js'
import { systemClock } from '../../../base/time/clock.js'
import { systemTimers } from '../../../base/time/timers.js'
import { openSharedStreamLimiter, type SharedStreamLimiterPorts } from '../shared-stream-limiter.js'

export type StreamLimiterServerOptions = Partial<SharedStreamLimiterPorts> & {
  readonly url: string
  readonly clusterId: string
  /** Long by default, so that a busy machine misses no deadline by chance. */
  readonly deadlineMs?: number
  readonly pingMs?: number
  readonly over?: (run: Redis['run']) => Redis['run']
}

let servers = 0

export async function startStreamLimiterServer(wanted: StreamLimiterServerOptions) {
  const { url, clusterId, deadlineMs = 30_000, pingMs = 30_000, over = (run) => run, ...options } = wanted
  const redis = await connectRedis({ url, timers: systemTimers, deadlineMs, pingMs })
  const changes: boolean[] = []
  servers += 1
  const server = `server/${process.pid}-${servers}`
  const places = await openSharedStreamLimiter({
    redis: { run: over(redis.run) },
    timers: systemTimers,
    clock: systemClock,
    clusterId,
    server,
    servers: () => 1,
    secret: 'known to the servers alone',
    onChange: (isJoined) => changes.push(isJoined),
    ...options,
  })
  onTestFinished(async () => {
    await places.close()
    redis.close()
  })
  return {
    places,
    clusterId,
    server,
    changes,
    cut: () => redis.close(),
  }
}
