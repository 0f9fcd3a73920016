import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import { type Interval, mostInWindow, openSharedLimiterForTest } from '@p2p-rates/server/testing'
import { type Partition, startPartition } from './harness/network-partition.js'
import { type Open, withParts } from './harness/parts.js'
import { type OwnRedis, startRedis } from './harness/redis.js'
import type { Proof } from './proof.js'

export const limitsFaultsProof: Proof = {
  name: 'limits-faults',
  target:
    'while Redis stalls, dies, is emptied or cut off, no window of a plan exceeds its bound, in 50 seeds per fault',
  run: async ({ seed, count, fast, only, print }) => {
    const runs = faults
      .filter(({ name }) => name.includes(only ?? ''))
      .flatMap((fault) => Array.from({ length: count ?? (fast ? 1 : 50) }, (_, at) => ({ fault, seed: seed + at })))
    const seen = new Map<string, Excess[]>()
    const breaches: string[] = []
    let starved = 0
    const worker = async () => {
      for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
        const { fault, seed } = run
        const { isStarved, windows } = await withParts((open) => runOne(open, fault, seed))
        if (isStarved && starved < mostStarved) {
          starved += 1
          runs.push({ fault, seed: seed + 1_000_000 })
          continue
        }
        seen.set(fault.name, [...(seen.get(fault.name) ?? []), ...windows])
        for (const excess of windows.filter(({ most, bound }) => most > bound)) {
          breaches.push(`${fault.name}, seed ${seed}: ${JSON.stringify(excess)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    if (starved > 0) print(`${starved} runs in which this machine was too slow were repeated`)
    for (const [name, windows] of seen) print(`${name}: ${summaryOf(windows)}`)
    const all = [...seen.values()].flat()
    if (!all.every(({ refused }) => refused > 0)) breaches.push('a plan refused nothing, so it shows nothing')
    return { breaches, figure: `${all.length} plans; ${summaryOf(all)}` }
  },
}

const windowMs = 3_000
const serverCount = 3
/** Once a fault has ended, every server notices within this time. */
const settledMs = 1_000
/** A run is repeated with another seed if a server lost Redis outside the fault, but not forever. */
const mostStarved = 100
/** Requests a minute of Free, Starter, Pro and Business. */
const plans = [12, 60, 200, 400]
/** Clocks of Redis and the client may drift apart by this much within a window. */
const driftMs = 5

type Excess = Awaited<ReturnType<typeof runOne>>['windows'][number]

type FaultContext = {
  readonly redis: OwnRedis
  readonly partitions: readonly Partition[]
  /** Number of servers that each server counts in the cluster. */
  readonly limitPerServer: number[]
}

type Fault = {
  readonly name: string
  readonly begin: (world: FaultContext) => unknown
  readonly end: (world: FaultContext) => unknown
  /** Returns the most that a window of this limit may hold; `unheard` is explained at `unheardOf`. */
  readonly bound: (limit: number, unheard: number) => number
  /** Redis answers throughout, so that a server that misses its deadlines shows a slow machine. */
  readonly isBrief?: true
}

const sharesOf = (limit: number, servers: readonly number[]): number =>
  servers.reduce((sum, believed) => sum + Math.max(1, Math.floor(limit / believed)), 0)
/** Without Redis, each server adds its share of the slots that were free at Redis's last answer. */
const silentBound = (limit: number, unheard: number): number => limit + Math.ceil(unheard / serverCount)

const last = serverCount - 1
const faults: readonly Fault[] = [
  { name: 'stalled', begin: ({ redis }) => redis.stall(), end: ({ redis }) => redis.resume(), bound: silentBound },
  { name: 'killed', begin: ({ redis }) => redis.kill(), end: ({ redis }) => redis.start(), bound: silentBound },
  {
    name: 'emptied',
    begin: ({ redis }) => redis.run('FLUSHALL'),
    end: () => {},
    bound: silentBound,
    isBrief: true,
  },
  {
    name: 'cut off from one server',
    begin: ({ partitions }) => partitions[last]?.set('stall'),
    end: ({ partitions }) => partitions[last]?.set('pass'),
    bound: (limit) => limit + Math.max(1, Math.floor(limit / serverCount)),
  },
  {
    name: 'stalled, and one server does not see that it is cut off from PostgreSQL',
    begin: ({ redis, limitPerServer }) => {
      limitPerServer.splice(0, 2, 2, 2)
      redis.stall()
    },
    end: ({ redis, limitPerServer }) => {
      limitPerServer.splice(0, 2, 3, 3)
      redis.resume()
    },
    bound: (limit, unheard) => sharesOf(limit, [2, 2, 3]) + Math.ceil(unheard / 2),
  },
  {
    name: 'emptied while it is cut off from one server',
    begin: async ({ redis, partitions }) => {
      partitions[last]?.set('stall')
      await redis.run('FLUSHALL')
    },
    end: ({ partitions }) => partitions[last]?.set('pass'),
    bound: (limit) => 2 * limit,
  },
]

type Change = { readonly server: number; readonly isJoined: boolean; readonly why: string; readonly atMs: number }

const whenEmptied = 'Redis was emptied.'

const isAwayLong = ({ server, atMs }: Change, changes: readonly Change[]): boolean =>
  !changes.some((one) => one.server === server && one.isJoined && one.atMs > atMs && one.atMs <= atMs + settledMs)

type LimitedRequest = Interval & { readonly server: number; readonly admitted: boolean }

async function runOne(open: Open, fault: Fault, seed: number) {
  const random = createRandom(seed)
  const redis = await open(startRedis())
  const partitions = await Promise.all(Array.from({ length: serverCount }, () => open(startPartition(redis.target))))
  const world = { redis, partitions, limitPerServer: Array.from({ length: serverCount }, () => serverCount) }
  const changes: Change[] = []
  /** When each server last asked for a decision that Redis answered, by server and account. */
  const answered = new Map<string, number>()
  const servers = await Promise.all(
    partitions.map(({ port }, server) =>
      open(
        openSharedLimiterForTest({
          url: `redis://127.0.0.1:${port}`,
          clusterId: 'limits',
          deadlineMs: 200,
          pingMs: 1_000,
          windowMs,
          onChange: (isJoined, why) => changes.push({ server, isJoined, why, atMs: performance.now() }),
          servers: () => world.limitPerServer[server] ?? serverCount,
          over: (run) => async (call) => {
            const askedMs = performance.now()
            const answer = await run(call)
            const account = /:m:\{(.*)\}$/.exec(call.keys[1] ?? '')?.[1]
            const isDecision = call.onLateReply !== undefined
            if (isDecision && answer !== null && account !== undefined) answered.set(`${server} ${account}`, askedMs)
            return answer
          },
        }),
      ),
    ),
  )
  const clients = plans.map((limit) => startClient({ limit, random: createRandom(seed + limit), servers }))
  await wait(windowMs * random.between(0.3, 1.3))
  const faultMs = performance.now()
  const answeredBefore = new Map(answered)
  await fault.begin(world)
  await wait(windowMs * random.between(0.1, 1.3))
  await fault.end(world)
  const endMs = performance.now()
  await wait(windowMs * 1.5)
  const windows = await Promise.all(
    clients.map(async ({ limit, stop }) => {
      const asked = await stop()
      const times = world.limitPerServer.map((_, server) => answeredBefore.get(`${server} ${limit}`) ?? 0)
      return {
        limit,
        bound: fault.bound(limit, unheardOf(asked, times, faultMs)),
        most: mostInWindow(
          asked.filter(({ admitted }) => admitted),
          windowMs - driftMs,
        ),
        refused: asked.filter(({ admitted }) => !admitted).length,
      }
    }),
  )
  const left = changes.filter(({ isJoined }) => !isJoined)
  const isStarved =
    left.some(({ atMs }) => atMs < faultMs || atMs > endMs + settledMs) ||
    (fault.isBrief === true && left.some((leave) => leave.why !== whenEmptied || isAwayLong(leave, changes)))
  return { isStarved, windows }
}

type Client = {
  readonly limit: number
  readonly random: Random
  readonly servers: readonly Awaited<ReturnType<typeof openSharedLimiterForTest>>[]
}

/** Starts a client that asks at 1.5 times its limit. It picks servers at random, or stays with one for a while. */
function startClient({ limit, random, servers }: Client) {
  const spender = { id: String(limit), limits: { requestsPerMinute: limit, monthlyQuota: 1_000_000 } }
  const asked: LimitedRequest[] = []
  const underWay = new Set<Promise<void>>()
  const isFaithful = random.chance(0.5)
  let at = random.below(serverCount)
  const ask = async () => {
    if (!isFaithful || random.chance(0.005)) at = random.below(serverCount)
    const server = at
    const startMs = performance.now()
    const admission = await servers[server]?.limiter.admitRequest(spender, 'binding')
    const admitted = admission?.admitted === true
    asked.push({ server, admitted, startMs, endMs: performance.now() })
    if (admission?.admitted) admission.charge('month')
  }
  const beginMs = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - beginMs) / windowMs) * limit * 1.5
    for (; begun < due; begun++) {
      const one: Promise<void> = ask().finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }, 2)
  return {
    limit,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return asked
    },
  }
}

/**
 * Sums, over the servers, the requests that others admitted between the server's last answer and the fault: it can't know
 * of them. A server that was never asked for an account knows of none.
 */
function unheardOf(asked: readonly LimitedRequest[], answeredMs: readonly number[], faultMs: number): number {
  return answeredMs.reduce(
    (sum, sinceMs, server) =>
      sum +
      asked.filter(
        (one) =>
          one.admitted &&
          one.server !== server &&
          one.endMs > Math.max(sinceMs, faultMs - windowMs) &&
          one.startMs < faultMs,
      ).length,
    0,
  )
}

const summaryOf = (windows: readonly Excess[]): string => {
  const over = windows.filter(({ most, limit }) => most > limit)
  const worst = windows.reduce((most, { most: held, limit }) => Math.max(most, held / limit), 0)
  return `${over.length} of ${windows.length} windows over the plan, the fullest ${(worst * 100).toFixed(0)} % of it`
}
