import type { Timers } from '../time/timers.js'
import { checkRedis } from './check-redis.js'
import { type Redis, RedisUnavailableError } from './redis.js'

/** Longest wait for Redis at startup; then the server starts without it. */
const maxWaitMs = 10_000
const retryMs = 250

export async function awaitRedis(
  redis: Pick<Redis, 'info' | 'run'>,
  { timers, onWait }: { readonly timers: Timers; readonly onWait: (why: string) => void },
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      await checkRedis(redis)
      return true
    } catch (error) {
      if (!(error instanceof RedisUnavailableError)) throw error
      if (waitedMs === 0)
        onWait(
          `${error.message} Waiting for it for ten seconds at most, then starting without: limits are counted alone.`,
        )
      if (waitedMs >= maxWaitMs) return false
      await new Promise<void>((resolve) => void timers.after(retryMs, resolve))
    }
  }
}
