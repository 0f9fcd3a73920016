import { decide } from '../base/redis/outage-policy.js'
import { defineScript, type ScriptRunner } from '../base/redis/redis.js'
import type { Clock } from '../base/time/clock.js'
import { every, type Timers } from '../base/time/timers.js'
import type { ChangelogBus } from './events/changelog-bus.js'

export type HeadWatch = ReturnType<typeof watchLogHead>

const pollIntervalMs = 100

/**
 * Returns the end that was known before, and keeps ours if it is further. Returns as well how many milliseconds ago any
 * server reached the database, by the clock of Redis, and keeps ours if it is later. A clock that was set back starts over.
 */
const raiseHeadScript = defineScript<[known: number, reachedAgoMs: number]>(`
  local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
  if tonumber(ARGV[1]) > known or ARGV[2] == 'reset' then redis.call('SET', KEYS[1], ARGV[1]) end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local reached = tonumber(redis.call('GET', KEYS[2]) or '0')
  local ours = now - (tonumber(ARGV[3]) or now)
  if ours > reached or reached > now then
    redis.call('SET', KEYS[2], string.format('%.0f', ours), 'PX', 60000)
    reached = ours
  end
  return {known, now - reached}
`)

/** Publish the log head once, for a process that changes data and exits. */
export async function publishLogHead(redis: ScriptRunner, clusterId: string, seq: number): Promise<void> {
  await redis.run({ script: raiseHeadScript, keys: keysOf(clusterId), values: [seq, 'raise', ''] })
}

const keysOf = (clusterId: string): readonly string[] => [`p2p:${clusterId}:head`, `p2p:${clusterId}:reached`]

/** Head of the changelog, shared over Redis: faster than polling the database, and available while it is down. */
export function watchLogHead(ports: {
  readonly redis: ScriptRunner
  readonly clusterId: string
  readonly clock: Clock
  readonly timers: Timers
  readonly eventBus: Pick<ChangelogBus, 'position' | 'readAtMonoMs' | 'observeHead' | 'catchUp'>
}) {
  const { redis, clusterId, clock, timers, eventBus } = ports
  const keys = keysOf(clusterId)
  let reachedAtMonoMs = Number.NEGATIVE_INFINITY
  /** Null without Redis: the bus asks the database often enough. */
  const ask = async (how: 'raise' | 'reset'): Promise<number | null> => {
    const askedAtMonoMs = clock.monoMs()
    const values = [eventBus.position.seq, how, Math.ceil(askedAtMonoMs - eventBus.readAtMonoMs)]
    const answer = await decide(redis, { script: raiseHeadScript, keys, values }, () => null)
    if (answer === null) return null
    reachedAtMonoMs = askedAtMonoMs - answer[1]
    return answer[0]
  }

  /** Allow one check at a time. Redis polling continues meanwhile, because the database may not answer. */
  let isRefuting = false
  /** Reset the head in Redis if the database doesn't reach it: those changes were lost with an earlier database. */
  const resetWrongHead = async (head: number): Promise<void> => {
    isRefuting = true
    try {
      await eventBus.catchUp()
      if (eventBus.position.seq < head) await ask('reset')
    } finally {
      isRefuting = false
    }
  }

  const checkHead = async (): Promise<void> => {
    const askedAtMonoMs = clock.monoMs()
    const head = await ask('raise')
    if (head === null) return
    eventBus.observeHead(head, askedAtMonoMs)
    if (head > eventBus.position.seq && !isRefuting) void resetWrongHead(head).catch(() => {})
  }

  const stop = every(timers, pollIntervalMs, checkHead, () => {})
  return {
    publishHead: (): void => void checkHead(),
    /** When any server last reached the database, by our own clock, as Redis knows it. */
    get reachedAtMonoMs(): number {
      return reachedAtMonoMs
    },
    stop,
  }
}
