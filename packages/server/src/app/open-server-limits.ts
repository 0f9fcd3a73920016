import type { Config } from '../base/config.js'
import type { Runtime } from '../base/runtime.js'
import type { Calendar } from '../base/time/calendar.js'
import type { SharedState } from '../cluster/open-cluster.js'
import { createAuthRateLimiters } from '../limits/attempts/auth-rate-limiters.js'
import { createSharedAuthRateLimiters } from '../limits/attempts/shared-auth-rate-limiters.js'
import { createMemoryLimiter } from '../limits/memory-limiter.js'
import { openSharedLimiter } from '../limits/shared/shared-limiter.js'
import { createMemoryStreamLimiter } from '../limits/streams/memory-stream-limiter.js'
import { openSharedStreamLimiter } from '../limits/streams/shared-stream-limiter.js'
import type { Store } from '../storage/store.js'

export async function openServerLimits(ports: {
  readonly config: Config
  readonly runtime: Runtime
  readonly shared: SharedState | null
  readonly calendar: Calendar
  readonly store: Store
}) {
  const { config, runtime, shared, calendar, store } = ports
  const { clock, timers, log } = runtime
  const { countedByMonth } = store.usage
  if (shared === null) {
    const limiter = createMemoryLimiter({ clock, calendar, countedByMonth })
    return {
      limiter,
      authRateLimiters: createAuthRateLimiters(clock),
      streamLimiter: createMemoryStreamLimiter({ clock }),
      sharedCount: null,
      forgetEverything: limiter.forgetEverything,
      close: async () => {},
    }
  }
  const counting = { ...shared, clock, timers }
  const [limiter, streamLimiter] = await Promise.all([
    openSharedLimiter({
      ...counting,
      calendar,
      outage: config.LIMITS_OUTAGE,
      countedByMonth,
      onChange: (isJoined, why) => {
        if (isJoined) log.info('limits are counted together with the other servers')
        else log.warn(`limits are counted alone: ${why}`)
        shared.reportLimits(isJoined)
      },
    }),
    openSharedStreamLimiter(counting),
  ])
  return {
    limiter,
    authRateLimiters: createSharedAuthRateLimiters({ ...shared, clock }),
    streamLimiter,
    sharedCount: {
      settle: limiter.settle,
      raise: (count: { accountId: string; month: number; counted: number }) =>
        limiter.raiseCount(count.accountId, count.month, count.counted),
    },
    forgetEverything: () => {},
    close: async () => void (await Promise.allSettled([limiter.close(), streamLimiter.close()])),
  }
}
