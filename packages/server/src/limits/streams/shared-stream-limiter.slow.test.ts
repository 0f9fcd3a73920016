import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  needsOwnRedis,
  needsRedis,
  type OwnRedis,
  openTestRedis,
  startOwnRedis,
  type TestRedis,
} from '../../testing/redis.js'
import { hostileNames } from '../testing/hostile-names.js'
import { acquiredSlot, freeOf, isSlot, streamLimiterContract } from './stream-limiter.contract.js'
import type { StreamLimiter } from './stream-limiter.js'
import { type StreamLimiterServerOptions, startStreamLimiterServer } from './testing/stream-limiter-server.js'

const holder = 'acc_1'
const takeMany = async (places: StreamLimiter, count: number, most: number) =>
  (await Promise.all(Array.from({ length: count }, () => places.acquireStream(holder, most))))
    .filter(isSlot)
    .map(acquiredSlot)

describe('over a real Redis', needsRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await openTestRedis()
  })
  afterAll(() => redis.close())

  const startMany = (count: number, options: Partial<StreamLimiterServerOptions> = {}) => {
    const clusterId = redis.newClusterId()
    const start = () => startStreamLimiterServer({ url: redis.url, clusterId, servers: () => count, ...options })
    return Promise.all(Array.from({ length: count }, start))
  }
  const startTwo = async (options: Partial<StreamLimiterServerOptions> = {}) => {
    const [one, other] = await startMany(2, options)
    if (one === undefined || other === undefined) throw new Error('There are two.')
    return [one, other] as const
  }

  streamLimiterContract('that servers share', async () => {
    const [one, other] = await startTwo()
    return [one.places, other.places]
  })

  test('two servers that race for the last place get exactly one, every time', async () => {
    const [one, other] = await startTwo()
    for (let round = 0; round < 50; round++) {
      const taken = await Promise.all([one, other].map(({ places }) => places.acquireStream(`acc_${round}`, 1)))
      expect(taken.filter(isSlot)).toHaveLength(1)
    }
  })

  test('one that dies or is cut off frees its places in time; one that is there keeps them, however idle', async () => {
    const [dead, alive, another] = await startMany(3, { aliveMs: 1_500 })
    if (dead === undefined || alive === undefined || another === undefined) throw new Error('There are three.')
    expect(await takeMany(dead.places, 2, 3)).toHaveLength(2)
    expect(await takeMany(alive.places, 1, 3)).toHaveLength(1)
    dead.cut()
    expect(await takeMany(another.places, 1, 3)).toHaveLength(0)
    await expect.poll(() => freeOf(another.places, holder, 3)).toBe(2)
  })

  test('a claim whose answer was lost is made again, and counts once', async () => {
    const clusterId = redis.newClusterId()
    const beside = { url: redis.url, clusterId, servers: () => 2 }
    let claims = 0
    const [one, other] = await Promise.all([
      startStreamLimiterServer({
        ...beside,
        over: (run) => async (call) => {
          const answer = await run(call)
          if (call.keys.length === 2 && claims++ % 2 === 0) throw new Error('The answer was lost.')
          return answer
        },
      }),
      startStreamLimiterServer(beside),
    ])
    const taken = await takeMany(one.places, 2, 4)
    expect(taken).toHaveLength(2)
    await expect.poll(() => freeOf(other.places, holder, 4)).toBe(2)
    taken[0]?.release()
    await expect.poll(() => freeOf(other.places, holder, 4)).toBe(3)
    expect(one.changes).toEqual([true])
  })

  test('what a Redis that was put back to an older state says wrongly is mended', async () => {
    const [one, other] = await startTwo({ renewMs: 1_000 })
    expect(await takeMany(one.places, 1, 4)).toHaveLength(1)
    const [key = ''] = (await redis.run('KEYS', `p2p:${one.clusterId}:st:*`)) as string[]
    const told = String(await redis.run('HGET', key, one.server))
    await redis.run('HSET', key, one.server, told.replace(/^1 /, '4 '))
    expect(await takeMany(other.places, 1, 4)).toHaveLength(0)
    await expect.poll(() => freeOf(other.places, holder, 4)).toBe(3)
  })

  test('Redis learns the names of no holders, and forgets those whose streams have ended', async () => {
    const [one, other] = await startTwo()
    const keys = async () => (await redis.run('KEYS', `p2p:${one.clusterId}:st:*`)) as string[]
    const taken = await Promise.all(hostileNames.map((name) => one.places.acquireStream(name, 1)))
    await other.places.acquireStream(holder, 1)
    const known = await keys()
    expect(known).toHaveLength(hostileNames.length + 1)
    for (const key of known) expect(key).toMatch(/^p2p:test-\w+:st:\{[\w-]{43}\}$/)
    for (const key of known) expect(Number(await redis.run('PTTL', key))).toBeGreaterThan(0)
    for (const taking of taken) acquiredSlot(taking).release()
    await expect.poll(async () => (await keys()).length).toBe(1)
  })
})

describe('when Redis', needsOwnRedis, () => {
  let redis: OwnRedis
  let there = 1
  beforeEach(async () => {
    there = 1
    redis = await startOwnRedis()
  })
  afterEach(() => redis.close())

  const start = async ({ mustJoin = true } = {}) => {
    const wanted = { url: redis.url, clusterId: 'outage', deadlineMs: 200, pingMs: 1_000, servers: () => there }
    const server = await startStreamLimiterServer(wanted)
    const untilJoined = (is: boolean) => expect.poll(() => server.changes.at(-1)).toBe(is)
    if (mustJoin) await untilJoined(true)
    return { ...server, untilJoined }
  }

  test('is stalled, each grants its share of its own count, one at least, and no stream ends', async () => {
    there = 3
    const [one, other] = await Promise.all([start(), start()])
    expect(await takeMany(one.places, 5, 10)).toHaveLength(5)
    redis.stall()
    // Timed out; from here on, decisions are synchronous.
    while (one.changes.at(-1) === true) expect(await takeMany(one.places, 1, 10)).toHaveLength(0)
    expect(one.places.acquireStream(holder, 10)).toBe('full')
    expect(await takeMany(other.places, 9, 10)).toHaveLength(3)
    expect((await takeMany(other.places, 9, 12)).length).toBe(1)
    expect(isSlot(await other.places.acquireStream('acc_2', 2))).toBe(true)
    expect(isSlot(await other.places.acquireStream('acc_2', 2))).toBe(false)
    expect(await other.places.acquireStream('acc_3', 0)).toBe('full')

    there = 2
    redis.resume()
    for (const server of [one, other]) await server.untilJoined(true)
    // 5 and 4 streams are open, so one slot is free for either server.
    expect(await takeMany(one.places, 1, 10)).toHaveLength(1)
    await expect.poll(async () => isSlot(await other.places.acquireStream(holder, 10))).toBe(false)
    expect(isSlot(await one.places.acquireStream('acc_2', 1))).toBe(false)
  })

  test('is stalled, slots released meanwhile are free for all when it goes on', async () => {
    there = 2
    const [one, other] = await Promise.all([start(), start()])
    const taken = await takeMany(one.places, 4, 4)
    redis.stall()
    for (const place of taken.slice(1)) place.release()
    await one.untilJoined(false)
    redis.resume()
    for (const server of [one, other]) await server.untilJoined(true)
    await expect.poll(() => freeOf(other.places, holder, 4)).toBe(3)
  })

  test('is emptied, open streams of each server count again, also on idle ones', async () => {
    there = 2
    const [one, idle] = await Promise.all([start(), start()])
    expect(await takeMany(one.places, 3, 6)).toHaveLength(3)
    expect(await takeMany(idle.places, 2, 6)).toHaveLength(2)
    await redis.run('FLUSHALL')
    for (const { changes } of [one, idle]) await expect.poll(() => changes.join()).toMatch(/^true(,false,true)+$/)
    const third = await start()
    expect(await freeOf(third.places, holder, 6)).toBe(1)
  })

  test('is unavailable, a server starts without it; when it comes, empty, it gets the open streams', async () => {
    const one = await start()
    expect(await takeMany(one.places, 2, 4)).toHaveLength(2)
    there = 2
    await redis.kill()
    const other = await start({ mustJoin: false })
    expect(other.changes).toEqual([false])
    expect(await takeMany(other.places, 4, 4)).toHaveLength(2)
    await redis.startAgain()
    for (const server of [one, other]) await server.untilJoined(true)
    for (const { places } of [one, other]) expect(await takeMany(places, 1, 4)).toHaveLength(0)
    expect(await takeMany(other.places, 1, 5)).toHaveLength(1)
  })
})
