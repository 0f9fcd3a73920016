import { closeSession, createRedisSession, openSession, shareOf } from '../../base/redis/outage-policy.js'
import type { ScriptRunner } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'
import { every, type Timers } from '../../base/time/timers.js'
import { createHashKey } from '../shared/hash-key.js'
import { createStreamClaimQueues } from './stream-claim-queues.js'
import { createStreamCounts, streamEpochKeyOf } from './stream-counts.js'
import type { StreamAcquisition, StreamLimiter } from './stream-limiter.js'
import { createStreamSlots, newLifetimeMs, streamRejection } from './stream-slots.js'

/**
 * Stream slots counted in Redis, shared by all servers of a cluster id. If Redis was emptied, every server sends its
 * open streams again.
 */
export interface SharedStreamLimiter extends StreamLimiter {
  close(): Promise<void>
}

export type SharedStreamLimiterPorts = {
  readonly redis: ScriptRunner
  readonly clock: Clock
  readonly timers: Timers
  readonly clusterId: string
  readonly server: string
  readonly servers: () => number
  /** The same on all servers, and not stored in Redis. */
  readonly secret: string | Uint8Array
  readonly onChange?: (isJoined: boolean, why: string) => void
  readonly random?: () => number
  /** Streams of a server silent for this time don't count. */
  readonly aliveMs?: number
  /** Interval at which all open streams are sent again. Redis drops those missing for 3 times as long. */
  readonly renewMs?: number
}

const resendMs = 1_000

/** Resolves after the first attempts to join, whether or not they succeeded. */
export async function openSharedStreamLimiter(ports: SharedStreamLimiterPorts): Promise<SharedStreamLimiter> {
  const { redis, clock, timers, clusterId, server, servers, secret } = ports
  const { onChange = () => {}, random = Math.random, aliveMs = 5_000, renewMs = 15_000 } = ports
  const hashKey = createHashKey(secret)
  const counts = createStreamCounts({ redis, clusterId, server, hashKey, aliveMs, keptMs: 3 * renewMs })
  const slots = createStreamSlots(clock, changed)
  const queues = createStreamClaimQueues({ counts, slots, random })

  function changed(holder: string): void {
    queues.markUnreported(holder)
    if (session.isJoined) queues.sendCounts(holder, session.run).catch(() => {})
  }

  const markAllUnreported = (): void => {
    for (const holder of slots.holders()) queues.markUnreported(holder)
  }

  const session = createRedisSession({ redis, epochKey: streamEpochKeyOf(clusterId), server, clock, timers, servers })
  const member = {
    sendCounts: queues.sendAllCounts,
    onChange: (isJoined: boolean, why: string) => {
      if (isJoined) sendUnreported().catch(() => {})
      // It may have forgotten everything.
      else markAllUnreported()
      onChange(isJoined, why)
    },
  }

  const sendUnreported = async (): Promise<void> => {
    if (session.isJoined) await queues.sendAllCounts(session.run)
  }
  const renew = (): Promise<void> => {
    markAllUnreported()
    return sendUnreported()
  }
  const stopTelling = every(timers, resendMs, sendUnreported, () => {})
  const stopRenewing = every(timers, renewMs, renew, () => {})

  const acquireLocally = (holder: string, most: number): StreamAcquisition => {
    const share = Math.min(most, shareOf(most, servers()))
    if (slots.countOf(holder) >= share) return streamRejection(slots.endsInMs(holder))
    queues.markUnreported(holder)
    return slots.acquireStream(holder, newLifetimeMs(random))
  }

  /** Retries on a late answer, because a stream can wait. Three failures in a row end the session. */
  async function acquireShared(holder: string, most: number): Promise<StreamAcquisition> {
    while (session.isJoined) {
      const taking = await queues.acquireStream(holder, most, session.run)
      if (taking !== null) return taking
    }
    return acquireLocally(holder, most)
  }

  await openSession(session, member)
  return {
    acquireStream: (holder, most) => (session.isJoined ? acquireShared(holder, most) : acquireLocally(holder, most)),
    close: async () => {
      stopTelling()
      stopRenewing()
      await sendUnreported().catch(() => {})
      closeSession(session)
    },
  }
}
