import type { Redis } from '../../redis/redis.js'
import type { Clock } from '../../time/clock.js'
import { every, type Timers } from '../../time/timers.js'
import { createHideName } from '../shared/hash-key.js'
import { createMembership } from '../shared/redis-session.js'
import { createStreamCounts } from './stream-counts.js'
import type { StreamPlaces, StreamTaking } from './stream-places.js'
import { createStreamDesks } from './stream-queues.js'
import { createHeldPlaces, newLifetimeMs, noPlace } from './stream-slots.js'

/**
 * Stream slots counted in Redis, shared by all servers of a cluster id. If Redis was emptied, every server sends its
 * open streams again.
 */
export interface SharedStreamPlaces extends StreamPlaces {
  close(): Promise<void>
}

export type SharedStreamPlacesPorts = {
  readonly redis: Pick<Redis, 'run'>
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

const tellAgainMs = 1_000

/** Resolves after the first attempts to join, whether or not they succeeded. */
export async function openSharedStreamPlaces(ports: SharedStreamPlacesPorts): Promise<SharedStreamPlaces> {
  const { redis, clock, timers, clusterId, server, servers, secret } = ports
  const { onChange = () => {}, random = Math.random, aliveMs = 5_000, renewMs = 15_000 } = ports
  const hashKey = createHideName(secret)
  const counts = createStreamCounts({ redis, clock, clusterId, server, hashKey, aliveMs, keptMs: 3 * renewMs })
  const held = createHeldPlaces(clock, changed)
  const desks = createStreamDesks({ counts, held, random })

  function changed(holder: string): void {
    desks.recordWaiter(holder)
    if (membership.isJoined) desks.sendCounts(holder, membership.ask).catch(() => {})
  }

  const noteAll = (): void => {
    for (const holder of held.holders()) desks.recordWaiter(holder)
  }

  const membership = createMembership({
    enter: counts.enter,
    clock,
    timers,
    servers,
    sendCounts: desks.tellAll,
    onChange: (isJoined, why) => {
      if (isJoined) tellNoted().catch(() => {})
      // It may have forgotten everything.
      else noteAll()
      onChange(isJoined, why)
    },
  })

  const tellNoted = async (): Promise<void> => {
    if (membership.isJoined) await desks.tellAll(membership.ask)
  }
  const renew = (): Promise<void> => {
    noteAll()
    return tellNoted()
  }
  const stopTelling = every(timers, tellAgainMs, tellNoted, () => {})
  const stopRenewing = every(timers, renewMs, renew, () => {})

  const takeAlone = (holder: string, most: number): StreamTaking => {
    const share = Math.min(most, Math.max(1, Math.floor(most / Math.max(1, servers()))))
    if (held.countOf(holder) >= share) return noPlace(held.endsInMs(holder))
    desks.recordWaiter(holder)
    return held.acquireStream(holder, newLifetimeMs(random))
  }

  /** Retries on a late answer, because a stream can wait. Three failures in a row end the session. */
  async function takeTogether(holder: string, most: number): Promise<StreamTaking> {
    while (membership.isJoined) {
      const taking = await desks.acquireStream(holder, most, membership.ask)
      if (taking !== null) return taking
    }
    return takeAlone(holder, most)
  }

  await membership.open()
  return {
    acquireStream: (holder, most) => (membership.isJoined ? takeTogether(holder, most) : takeAlone(holder, most)),
    close: async () => {
      stopTelling()
      stopRenewing()
      await tellNoted().catch(() => {})
      membership.close()
    },
  }
}
