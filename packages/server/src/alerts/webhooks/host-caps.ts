import { randomUUID } from 'node:crypto'
import { createMultiCounter } from '../../base/concurrency/multi-counter.js'
import { decide, shareOf } from '../../base/redis/outage-policy.js'
import { defineScript, type ScriptRunner } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'

export type HostSlot =
  | {
      /** Ends it. Where nothing was sent after all, nothing is counted. */
      readonly releaseHostSlot: (hasSent: boolean) => void
    }
  | { readonly waitMs: number }

/** Counts across all webhooks and accounts, so that many webhooks can't attack one host. */
export interface HostCaps {
  acquireHostSlot(host: string, accountId: string): HostSlot | Promise<HostSlot>
}

export type HostBounds = { readonly maxConcurrent: number; readonly perMinute: number }

export const usualBounds: HostBounds = { maxConcurrent: 2, perMinute: 60 }
/** Receivers of our own network need no protection from us. */
export const privateBounds: HostBounds = { ...usualBounds, perMinute: Number.POSITIVE_INFINITY }

const minuteMs = 60_000

type Start = { readonly atMs: number; readonly accountId: string }

export function createLocalHostCaps({ clock, bounds }: { clock: Clock; bounds: () => HostBounds }) {
  /** The starts of the last minute, the oldest first. The hosts lie in the order of their last start. */
  const startsByHost = new Map<string, Start[]>()
  const active = createMultiCounter()

  const recent = (host: string): Start[] => {
    const starts = startsByHost.get(host) ?? []
    const edgeMs = clock.monoMs() - minuteMs
    while (starts[0] !== undefined && starts[0].atMs <= edgeMs) starts.shift()
    return starts
  }

  const waitMs = (host: string, accountId: string, perMinute: number): number => {
    if (perMinute === Number.POSITIVE_INFINITY) return 0
    const starts = recent(host)
    let left = perMinute - starts.length
    let own = starts.filter((start) => start.accountId === accountId).length
    if (own < left) return 0
    for (const start of starts) {
      left += 1
      if (start.accountId === accountId) own -= 1
      if (own < left) return start.atMs + minuteMs - clock.monoMs()
    }
    return minuteMs
  }

  const recordStart = (host: string, start: Start): void => {
    removeIdleHosts()
    const starts = recent(host)
    starts.push(start)
    startsByHost.delete(host)
    startsByHost.set(host, starts)
  }

  const removeIdleHosts = (): void => {
    for (const [host, starts] of startsByHost) {
      if (clock.monoMs() - (starts.at(-1)?.atMs ?? 0) < minuteMs) break
      startsByHost.delete(host)
    }
  }

  const removeStart = (host: string, start: Start): void => {
    const starts = startsByHost.get(host)
    if (starts?.includes(start)) starts.splice(starts.indexOf(start), 1)
  }

  return {
    acquireHostSlot: (host: string, accountId: string): HostSlot => {
      const { maxConcurrent, perMinute } = bounds()
      // The wait is unknown; a finished request starts the next one.
      if (active.of(host, accountId) >= maxConcurrent - active.of(host)) return { waitMs: Number.POSITIVE_INFINITY }
      const ms = waitMs(host, accountId, perMinute)
      if (ms > 0) return { waitMs: ms }
      const start = { atMs: clock.monoMs(), accountId }
      if (perMinute !== Number.POSITIVE_INFINITY) recordStart(host, start)
      active.change(1, host)
      active.change(1, host, accountId)
      return {
        releaseHostSlot: (hasSent) => {
          active.change(-1, host)
          active.change(-1, host, accountId)
          if (!hasSent) removeStart(host, start)
        },
      }
    },
  }
}

/** An attempt takes 15 s at most and begins within 5 s. The places of a server that died are free again after that. */
const slotTtlMs = 20_000
/** Retry interval for a full host, because no event signals a free slot. */
const retryFullHostMs = 500

/**
 * A host has a sorted set of its places by the instant at which they end, and a list of the starts within its last
 * minute, oldest first. Times are milliseconds of Redis's own clock, which never runs back here. Answers with how long
 * to wait, and with the start that was noted.
 */
const acquireScript = defineScript<HostAnswer>(`
local id, most, perMinute, minute, place, again = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
now = math.max(now, tonumber(redis.call('LINDEX', KEYS[2], -1)) or 0)
local function spell(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', spell(now))
local function first() return tonumber(redis.call('LINDEX', KEYS[2], 0)) end
while (first() or now) <= now - minute do redis.call('LPOP', KEYS[2]) end
if redis.call('ZCARD', KEYS[1]) >= most then return { again, '' } end
if perMinute > 0 and redis.call('LLEN', KEYS[2]) >= perMinute then return { first() + minute - now, '' } end
redis.call('ZADD', KEYS[1], spell(now + place), id)
redis.call('PEXPIRE', KEYS[1], place)
redis.call('RPUSH', KEYS[2], spell(now))
redis.call('PEXPIRE', KEYS[2], minute)
return { 0, spell(now) }
`)

const releaseScript = defineScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
if ARGV[2] ~= '' then redis.call('LREM', KEYS[2], -1, ARGV[2]) end
return 1
`)

type SharedHostCapsPorts = {
  readonly redis: ScriptRunner
  readonly clusterId: string
  readonly servers: () => number
  readonly clock: Clock
  readonly bounds: HostBounds
}

/** Own sends are checked first, with accounts taking turns, then Redis. Without it, each server uses its share. */
export function createSharedHostCaps({ redis, clusterId, servers, clock, bounds }: SharedHostCapsPorts): HostCaps {
  let isOutage = false
  const outageBounds = (): HostBounds => ({
    maxConcurrent: shareOf(bounds.maxConcurrent, servers()),
    perMinute: shareOf(bounds.perMinute, servers()),
  })
  const local = createLocalHostCaps({ clock, bounds: () => (isOutage ? outageBounds() : bounds) })
  /** Until when a host need not be asked about again. */
  const fullUntil = new Map<string, number>()

  const keysOf = (host: string) => [`p2p:${clusterId}:h:{${host}}`, `p2p:${clusterId}:hm:{${host}}`]

  const fullForMs = (host: string): number => Math.max(0, (fullUntil.get(host) ?? 0) - clock.monoMs())
  const markFull = (host: string, ms: number): void => {
    for (const other of [...fullUntil.keys()]) if (fullForMs(other) === 0) fullUntil.delete(other)
    fullUntil.set(host, clock.monoMs() + ms)
  }

  /** It expires by itself if Redis does not receive this. */
  const releaseInRedis = (host: string, id: string, uncounted: string): void => {
    redis.run({ script: releaseScript, keys: keysOf(host), values: [id, uncounted] }).catch(() => {})
  }

  const acquireBoth = async (host: string, accountId: string, ours: AcquiredSlot): Promise<HostSlot> => {
    const id = randomUUID()
    const perMinute = bounds.perMinute === Number.POSITIVE_INFINITY ? 0 : bounds.perMinute
    const values = [id, bounds.maxConcurrent, perMinute, minuteMs, slotTtlMs, retryFullHostMs]
    const answer = await decide(redis, { script: acquireScript, keys: keysOf(host), values }, () => null)
    isOutage = answer === null
    const [waitMs, start] = answer ?? [0, '']
    if (waitMs > 0 || isOutage) ours.releaseHostSlot(false)
    if (waitMs > 0) {
      markFull(host, waitMs)
      return { waitMs }
    }
    const slot = isOutage ? local.acquireHostSlot(host, accountId) : ours
    if ('waitMs' in slot) {
      // The answer alone may have been lost.
      releaseInRedis(host, id, '')
      return slot
    }
    return {
      releaseHostSlot: (hasSent) => {
        slot.releaseHostSlot(hasSent)
        releaseInRedis(host, id, hasSent ? '' : start)
      },
    }
  }

  return {
    acquireHostSlot: (host, accountId) => {
      const waitMs = fullForMs(host)
      if (waitMs > 0) return { waitMs }
      const ours = local.acquireHostSlot(host, accountId)
      return 'waitMs' in ours ? ours : acquireBoth(host, accountId, ours)
    },
  }
}

type AcquiredSlot = Extract<HostSlot, { readonly releaseHostSlot: unknown }>
type HostAnswer = readonly [waitMs: number, start: string]
