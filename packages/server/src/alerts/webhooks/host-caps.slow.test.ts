import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectRedis } from '../../base/redis/connect-redis.js'
import type { Redis } from '../../base/redis/redis.js'
import { systemTimers } from '../../base/time/timers.js'
import { needsRedis, openTestRedis, type TestRedis } from '../../testing/redis.js'
import { createShiftedClock, type ShiftedClock } from '../../testing/shifted-clock.js'
import { createSharedHostCaps, type HostCaps, privateBounds, usualBounds } from './host-caps.js'

let redis: TestRedis
const opened: Redis[] = []
beforeAll(async () => {
  if (!needsRedis.skip) redis = await openTestRedis()
})
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})
afterAll(() => redis?.close())

type Options = { readonly clock?: ShiftedClock; readonly servers?: number; readonly bounds?: typeof usualBounds }

const openAt = async (clusterId: string, options: Options = {}): Promise<HostCaps> => {
  const connection = await connectRedis({ url: redis.url, timers: systemTimers, deadlineMs: 30_000, pingMs: 30_000 })
  opened.push(connection)
  return over(connection, clusterId, options)
}
const over = (connection: Pick<Redis, 'run'>, clusterId: string, options: Options): HostCaps => {
  const { clock = createShiftedClock(), servers = 2, bounds = usualBounds } = options
  return createSharedHostCaps({ redis: connection, clusterId, servers: () => servers, clock, bounds })
}
const goneRedis: Pick<Redis, 'run'> = { run: () => Promise.reject(new Error('gone')) }

const enter = async (caps: HostCaps, account: string, host = 'victim') => {
  const entry = await caps.acquireHostSlot(host, account)
  return 'waitMs' in entry ? entry.waitMs : entry.releaseHostSlot
}
const entered = async (caps: HostCaps, account: string) => {
  const leave = await enter(caps, account)
  if (typeof leave === 'number') throw new Error(`there is no room for ${leave} ms`)
  return leave
}
const request = async (caps: HostCaps, account: string, hasSent = true) => (await entered(caps, account))(hasSent)

describe('of two servers over one Redis', needsRedis, () => {
  test('a host gets two requests at a time, and the next one as soon as a place is free', async () => {
    const id = redis.newClusterId()
    const clock = createShiftedClock()
    const [one, other] = [await openAt(id, { clock }), await openAt(id, { clock })]
    const leave = await entered(one, 'a')
    await entered(other, 'b')
    for (const caps of [one, other]) expect(await enter(caps, 'c')).toBeGreaterThan(0)
    expect(await enter(other, 'c', 'another')).toBeTypeOf('function')
    leave(true)
    // Refused once, it is not asked about again for half a second.
    expect(await enter(other, 'c')).toBeGreaterThan(0)
    const halfASecondLater = async () => {
      clock.advance(500)
      return typeof (await enter(other, 'c'))
    }
    await expect.poll(halfASecondLater).toBe('function')
  })

  test('a host gets sixty requests a minute, and one more when the first of them is a minute ago', async () => {
    const id = redis.newClusterId()
    const [one, other] = [await openAt(id), await openAt(id)]
    for (let count = 0; count < 60; count++) await request(count % 2 === 0 ? one : other, `acc_${count}`)
    const waitMs = await enter(one, 'late')
    expect(waitMs).toBeGreaterThan(40_000)
    expect(waitMs).toBeLessThanOrEqual(60_000)
    expect(await enter(one, 'late', 'another')).toBeTypeOf('function')
  })

  test('a caller that sent nothing takes nothing of the minute', async () => {
    const id = redis.newClusterId()
    const [one, other] = [await openAt(id), await openAt(id)]
    for (let count = 0; count < 100; count++) await request(one, `acc_${count}`, false)
    await expect.poll(() => redis.run('LLEN', `p2p:${id}:hm:{victim}`)).toBe(0)
    await request(other, 'late')
  })

  test('the place of one that died is free again within twenty seconds', async () => {
    const id = redis.newClusterId()
    const dead = await openAt(id)
    await entered(dead, 'a')
    await entered(dead, 'b')
    const places = `p2p:${id}:h:{victim}`
    expect(await redis.run('PTTL', places)).toBeLessThanOrEqual(20_000)
    const ids = (await redis.run('ZRANGE', places, '0', '-1')) as string[]
    const lastEnd = Math.max(
      ...(await Promise.all(ids.map(async (one) => Number(await redis.run('ZSCORE', places, one))))),
    )
    const [seconds] = (await redis.run('TIME')) as [string]
    expect(lastEnd).toBeLessThanOrEqual((Number(seconds) + 21) * 1000)
    // Their ends have come.
    for (const one of ids) await redis.run('ZADD', places, '1', one)
    expect(await enter(await openAt(id), 'c')).toBeTypeOf('function')
  })

  test('those in our own network are spared the minute alone', async () => {
    const id = redis.newClusterId()
    const [one, other] = [await openAt(id, { bounds: privateBounds }), await openAt(id, { bounds: privateBounds })]
    for (let count = 0; count < 70; count++) await request(one, `acc_${count}`)
    await entered(one, 'a')
    await entered(one, 'b')
    expect(await enter(other, 'c')).toBeGreaterThan(0)
  })

  test('an account leaves a place to others within its server', async () => {
    const one = await openAt(redis.newClusterId())
    await entered(one, 'greedy')
    expect(await enter(one, 'greedy')).toBe(Number.POSITIVE_INFINITY)
    expect(await enter(one, 'modest')).toBeTypeOf('function')
  })
})

describe('while Redis does not answer', () => {
  test('each server keeps to its share, and at least to one', async () => {
    const one = over(goneRedis, 'any', { servers: 7 })
    const leave = await entered(one, 'a')
    expect(await enter(one, 'b')).toBe(Number.POSITIVE_INFINITY)
    leave(true)
    for (let count = 1; count < 8; count++) await request(one, `acc_${count}`)
    expect(await enter(one, 'late')).toBeGreaterThan(0)
    expect(await enter(one, 'late', 'another')).toBeTypeOf('function')
  })

  test('what a server has sent before counts, and all count together again once it answers', needsRedis, async () => {
    const id = redis.newClusterId()
    const connection = await connectRedis({
      url: redis.url,
      timers: systemTimers,
      deadlineMs: 30_000,
      pingMs: 30_000,
    })
    opened.push(connection)
    let isGone = false
    const flaky: Pick<Redis, 'run'> = {
      run: (call) => (isGone ? Promise.reject(new Error('gone')) : connection.run(call)),
    }
    const one = over(flaky, id, {})
    for (let count = 0; count < 30; count++) await request(one, `acc_${count}`)
    isGone = true
    expect(await enter(one, 'late')).toBeGreaterThan(0)
    isGone = false
    expect(await enter(one, 'late', 'another')).toBeTypeOf('function')
    await request(one, 'late')
  })
})
