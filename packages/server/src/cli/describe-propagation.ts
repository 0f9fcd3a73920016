import { publishLogHead } from '../cluster/log-head.js'
import type { Propagated } from '../cluster/membership.js'
import { waitForPropagation } from '../cluster/membership.js'
import type { Config } from '../config.js'
import type { Store } from '../storage/store.js'
import { systemClock } from '../time/clock.js'
import { systemTimers } from '../time/timers.js'

/** How many servers have acted on what a command has changed; null where none shares the data. */
export async function describePropagation({ REDIS_URL }: Config, store: Store): Promise<Propagated | null> {
  const { sharing } = store
  if (sharing === null || REDIS_URL === undefined) return null
  const { seq } = await sharing.changes.head()
  const clusterId = await store.getNote('cluster')
  if (clusterId !== null) await hint(REDIS_URL, clusterId, seq).catch(() => {})
  return waitForPropagation(seq, { store: sharing.members, clock: systemClock, timers: systemTimers })
}

/** Servers look by themselves twice a second; so they do at once. */
async function hint(url: string, clusterId: string, seq: number): Promise<void> {
  const { connectRedis } = await import('../redis/connect-redis.js')
  const redis = await connectRedis({ url, timers: systemTimers })
  try {
    await publishLogHead(redis, clusterId, seq)
  } finally {
    redis.close()
  }
}
