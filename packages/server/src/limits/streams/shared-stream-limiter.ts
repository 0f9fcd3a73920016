import { getOrCreate } from '../../base/get-or-create.js'
import {
  closeSession,
  createRedisSession,
  openSession,
  type RunInSession,
  shareOf,
} from '../../base/redis/outage-policy.js'
import { defineScript } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'
import { every, type Timers } from '../../base/time/timers.js'
import { type ClusterInRedis, callForEach, createHashKey } from '../shared/cluster-in-redis.js'
import { countOfStreams, newLifetimeMs, type StreamAcquisition, type StreamSlots, takeSlot } from './stream-limiter.js'

export type SharedStreamLimiterPorts = ClusterInRedis & {
  readonly clock: Clock
  readonly timers: Timers
  readonly onChange?: (isJoined: boolean, why: string) => void
  readonly random?: () => number
  /** Streams of a server silent for this time don't count. */
  readonly aliveMs?: number
  /** Interval at which all open streams are sent again. Redis drops those missing for 3 times as long. */
  readonly renewMs?: number
}

type SharedStreams = ReturnType<typeof createSharedStreams>

/** Queue per holder: one Redis call at a time, so that the last call has the current state. */
type StreamQueue = {
  readonly holder: string
  waiting: { readonly most: number; readonly resolve: (acquired: StreamAcquisition | null) => void }[]
  /** The holder's count in Redis is out of date. */
  isUnreported: boolean
  serving: Promise<void> | null
}

/** Interval at which counts that Redis missed are sent again. */
const resendMs = 1_000

/** If Redis was emptied, every server sends its open streams again. Resolves after the first attempts to join. */
export async function openSharedStreamLimiter(given: SharedStreamLimiterPorts) {
  const ports = { onChange: () => {}, random: Math.random, aliveMs: 5_000, renewMs: 15_000, ...given }
  const { timers } = ports
  const streams = createSharedStreams(ports)
  const sendUnreported = async () => {
    if (streams.session.isJoined) await sendAllCounts(streams, streams.session.run)
  }
  const renew = () => {
    markAllUnreported(streams)
    return sendUnreported()
  }
  // A failed call is not reported, because the end of the session is.
  const stopResending = every(timers, resendMs, sendUnreported, () => {})
  const stopRenewing = every(timers, ports.renewMs, renew, () => {})
  await openSession(streams.session, {
    sendCounts: (ask) => sendAllCounts(streams, ask),
    onChange: (isJoined, why) => {
      if (isJoined) sendUnreported().catch(() => {})
      // It may have forgotten everything.
      else markAllUnreported(streams)
      ports.onChange(isJoined, why)
    },
  })
  return {
    acquireStream: (holder: string, most: number): StreamAcquisition | Promise<StreamAcquisition> =>
      streams.session.isJoined ? acquireShared(streams, holder, most) : acquireLocally(streams, holder, most),
    close: async (): Promise<void> => {
      stopResending()
      stopRenewing()
      await sendUnreported().catch(() => {})
      closeSession(streams.session)
    },
  }
}

function createSharedStreams(ports: Required<SharedStreamLimiterPorts>) {
  const { clusterId, secret } = ports
  const slots: StreamSlots = { byHolder: new Map(), onReleased: (holder) => sendReleased(streams, holder) }
  const streams = {
    ports,
    session: createRedisSession({ ...ports, epochKey: streamEpochKeyOf(clusterId) }),
    hashKey: createHashKey(secret),
    slots,
    queues: new Map<string, StreamQueue>(),
  }
  return streams
}

/** Retries on a late answer, because a stream can wait. Three failures in a row end the session. */
async function acquireShared(streams: SharedStreams, holder: string, most: number): Promise<StreamAcquisition> {
  while (streams.session.isJoined) {
    const acquired = await new Promise<StreamAcquisition | null>((resolve) => {
      const queue = queueOf(streams, holder)
      queue.waiting.push({ most, resolve })
      serve(streams, queue, streams.session.run).catch(() => {})
    })
    if (acquired !== null) return acquired
  }
  return acquireLocally(streams, holder, most)
}

function acquireLocally(streams: SharedStreams, holder: string, most: number): StreamAcquisition {
  const { slots, ports } = streams
  if (countOfStreams(slots, holder) >= Math.min(most, shareOf(most, ports.servers()))) return 'full'
  queueOf(streams, holder).isUnreported = true
  return takeSlot(slots, holder, newLifetimeMs(ports.random))
}

function sendReleased(streams: SharedStreams, holder: string): void {
  const queue = queueOf(streams, holder)
  queue.isUnreported = true
  if (streams.session.isJoined) serve(streams, queue, streams.session.run).catch(() => {})
}

function markAllUnreported(streams: SharedStreams): void {
  for (const holder of streams.slots.byHolder.keys()) queueOf(streams, holder).isUnreported = true
}

const sendAllCounts = (streams: SharedStreams, ask: RunInSession): Promise<void> =>
  callForEach([...streams.queues.values()], (queue) => serve(streams, queue, ask))

const queueOf = ({ queues }: SharedStreams, holder: string): StreamQueue =>
  getOrCreate(queues, holder, () => ({ holder, waiting: [], isUnreported: false, serving: null }))

function serve(streams: SharedStreams, queue: StreamQueue, ask: RunInSession): Promise<void> {
  queue.serving ??= serveAll(streams, queue, ask)
  return queue.serving
}

async function serveAll(streams: SharedStreams, queue: StreamQueue, ask: RunInSession): Promise<void> {
  try {
    do {
      const requests = queue.waiting.splice(0)
      queue.isUnreported = false
      try {
        await serveNext(streams, queue.holder, requests, ask)
      } catch (error) {
        queue.isUnreported = true
        for (const { resolve } of [...requests, ...queue.waiting.splice(0)]) resolve(null)
        throw error
      }
    } while (queue.isUnreported || queue.waiting.length > 0)
    streams.queues.delete(queue.holder)
  } finally {
    queue.serving = null
  }
}

async function serveNext(
  { ports, hashKey, slots }: SharedStreams,
  holder: string,
  requests: StreamQueue['waiting'],
  ask: RunInSession,
): Promise<void> {
  const lastsMs = newLifetimeMs(ports.random)
  const granted = await ask((epoch) =>
    claimStreams(ports, epoch, {
      holder: hashKey(holder),
      open: countOfStreams(slots, holder),
      wanted: requests.length,
      most: requests.at(-1)?.most ?? 0,
    }),
  )
  for (const [index, { resolve }] of requests.entries())
    resolve(index < granted ? takeSlot(slots, holder, lastsMs) : 'full')
}

/**
 * Counts open streams of all servers: those of this server, of a hashed holder, and the `wanted` additional ones.
 * Replaces this server's earlier claim, so a repetition is safe and repairs a lost one. Returns how many were granted;
 * null if Redis was emptied and another epoch began.
 */
const claimStreams = (
  { redis, clusterId, server, aliveMs, renewMs }: Required<SharedStreamLimiterPorts>,
  epoch: string,
  { holder, open, wanted, most }: { holder: string; open: number; wanted: number; most: number },
) =>
  redis.run({
    script: claimScript,
    keys: [streamEpochKeyOf(clusterId), `p2p:${clusterId}:st:{${holder}}`],
    values: [epoch, server, aliveMs, 3 * renewMs, open, wanted, most],
  })

const streamEpochKeyOf = (clusterId: string): string => `p2p:${clusterId}:streams`

/**
 * A holder is a hash with one field per server: number of streams, a 0 that earlier releases read, time of the claim.
 * Silent servers don't count, but their fields stay, because they may come back.
 */
const claimScript = defineScript<number | null>(`
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return false end
local server, alive, kept = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local open, wanted, most = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local others = 0
local fields = redis.call('HGETALL', KEYS[2])
for at = 1, #fields, 2 do
  local count, told = string.match(fields[at + 1], '^(%d+) %d+ (%d+)$')
  if now - tonumber(told) > kept then redis.call('HDEL', KEYS[2], fields[at])
  elseif fields[at] ~= server then
    local heard = tonumber(redis.call('HGET', KEYS[1], 'told' .. fields[at]))
    if heard and now - heard <= alive then others = others + tonumber(count) end
  end
end

local granted = math.max(0, math.min(wanted, most - others - open))
if open + granted > 0 then
  redis.call('HSET', KEYS[2], server, string.format('%d 0 %.0f', open + granted, now))
  redis.call('PEXPIRE', KEYS[2], kept)
else redis.call('HDEL', KEYS[2], server) end
return granted
`)
