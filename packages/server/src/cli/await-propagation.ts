import type { Config } from '../base/config.js'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { publishLogHead } from '../cluster/changelog-head.js'
import type { Propagated } from '../cluster/membership.js'
import { waitForPropagation } from '../cluster/membership.js'
import type { Store } from '../storage/store.js'

/** Returns the number of servers that have applied the change; null if this is the only server. */
export async function awaitPropagation({ REDIS_URL }: Config, store: Store): Promise<Propagated | null> {
  const { cluster } = store
  if (cluster === null || REDIS_URL === undefined) return null
  const { seq } = await cluster.changes.head()
  const clusterId = await store.getMeta('cluster')
  if (clusterId !== null) await publishHint(REDIS_URL, clusterId, seq).catch(() => {})
  return waitForPropagation(seq, { store: cluster.members, clock: systemClock, timers: systemTimers })
}

/** Wakes the other servers, which otherwise poll twice a second. */
async function publishHint(url: string, clusterId: string, seq: number): Promise<void> {
  const { connectRedis } = await import('../base/redis/connect-redis.js')
  const redis = await connectRedis({ url, timers: systemTimers })
  try {
    await publishLogHead(redis, clusterId, seq)
  } finally {
    redis.close()
  }
}
