import type { Redis } from '../../redis/redis.js'
import type { Clock } from '../../time/clock.js'
import { every, type Timers } from '../../time/timers.js'
import { createHideName } from '../shared/hash-key.js'
import { createMembership } from '../shared/redis-session.js'
import { createStreamCounts } from './stream-counts.js'
import type { StreamPlaces, StreamTaking } from './stream-places.js'
import { createStreamDesks } from './stream-queues.js'
import { createHeldPlaces, newLifetimeMs, noPlace } from './stream-slots.js'

/** Counts in Redis, with all servers that do so under the same cluster id. What is open here is told again to a Redis that forgot it. */
export interface SharedStreamPlaces extends StreamPlaces {
  /** Tells what was given back until now. */
  close(): Promise<void>
}

export type SharedStreamPlacesPorts = {
  readonly redis: Pick<Redis, 'run'>
  readonly clock: Clock
  readonly timers: Timers
  readonly clusterId: string
  /** This server, in this life: another one after every start. */
  readonly server: string
  /** How many servers there are, this one among them. */
  readonly servers: () => number
  /** The same on all servers, and not kept in Redis. */
  readonly secret: string | Uint8Array
  /** Whether this server counts with the others, and why not. */
  readonly onChange?: (isJoined: boolean, why: string) => void
  readonly random?: () => number
  /** A server that is not heard of for so long holds no places. */
  readonly aliveMs?: number
  /** How often all that is open is told again; what is not for three times as long is forgotten. */
  readonly renewMs?: number
}

/** How often is told again what did not arrive. */
const tellAgainMs = 1_000

/** Resolves when it has tried to join the others, however that ended. */
export async function openSharedStreamPlaces(ports: SharedStreamPlacesPorts): Promise<SharedStreamPlaces> {
  const { redis, clock, timers, clusterId, server, servers, secret } = ports
  const { onChange = () => {}, random = Math.random, aliveMs = 5_000, renewMs = 15_000 } = ports
  const hashKey = createHideName(secret)
  const counts = createStreamCounts({ redis, clusterId, server, hashKey, aliveMs, keptMs: 3 * renewMs })
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

  /** A share of what is allowed, by what is open here; one at least, so that nobody is shut out. */
  const takeAlone = (holder: string, most: number): StreamTaking => {
    const share = Math.min(most, Math.max(1, Math.floor(most / Math.max(1, servers()))))
    if (held.countOf(holder) >= share) return noPlace(held.endsInMs(holder))
    desks.recordWaiter(holder)
    return held.acquireStream(holder, newLifetimeMs(random))
  }

  /** One answer that is late makes nobody count alone: a stream can wait, and three of them in a row end this. */
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
