import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { needsOwnRedis, type OwnRedis, startOwnRedis } from '../../testing/redis.js'
import { systemTimers } from '../time/timers.js'
import { connectRedis, type RedisOptions } from './connect-redis.js'
import { defineScript, RedisUnavailableError } from './redis.js'

const count = defineScript(`return redis.call('INCRBY', KEYS[1], ARGV[1])`)

describe('over a Redis of its own', needsOwnRedis, () => {
  let server: OwnRedis
  beforeAll(async () => {
    server = await startOwnRedis()
  })
  afterAll(() => server.close())

  const connect = async (place: Partial<RedisOptions> = {}) => {
    const redis = await connectRedis({ url: server.url, timers: systemTimers, deadlineMs: 10_000, ...place })
    onTestFinished(() => redis.close())
    const add = (key: string, onLateReply = (_: unknown) => {}) =>
      redis.run({ script: count, keys: [key], values: [1], onLateReply })
    return { redis, add }
  }

  test('a script runs whether or not Redis knows it', async () => {
    const { add } = await connect()
    expect(await add('known')).toBe(1)
    await server.run('SCRIPT', 'FLUSH')
    expect(await add('known')).toBe(2)
    expect(await add('known')).toBe(3)
  })

  test('a stalled Redis is given up in time, and a late result is reported when it arrives', async () => {
    const time = createFakeTime()
    const { redis, add } = await connect({ timers: time.timers, deadlineMs: 20 })
    const late = new Promise((resolve) => {
      server.stall()
      void add('late', resolve).catch(() => {})
    })
    const refused = expect(add('late')).rejects.toThrow(RedisUnavailableError)
    await time.pass(20)
    await refused
    expect(redis.unanswered()).toBe(2)
    server.resume()
    expect(await late).toBe(1)
    await expect.poll(() => server.run('GET', 'late')).toBe('2')
  })

  test('a connection that stays silent is followed by another', async () => {
    const time = createFakeTime()
    const { add } = await connect({ timers: time.timers, deadlineMs: 20, pingMs: 50, pauseMs: 10 })
    server.stall()
    const refused = expect(add('silent')).rejects.toThrow(/did not answer within 20 ms/)
    await time.pass(20)
    await refused
    // The ping is sent after 50 ms, and its answer is awaited for 50 ms.
    await time.pass(80)
    await expect(add('silent')).rejects.toThrow(/^There is no connection to Redis/)
    server.resume()
    const added = async () => {
      await time.pass(1)
      return add('after').catch(() => null)
    }
    await expect.poll(added).toBeGreaterThan(0)
  })

  test('nothing that was sent is sent again when a connection ends', async () => {
    const { add } = await connect({ pauseMs: 10 })
    await server.run('CLIENT', 'PAUSE', '10000', 'WRITE')
    const sent = expect(add('once')).rejects.toThrow(RedisUnavailableError)
    await expect.poll(async () => String(await server.run('CLIENT', 'LIST'))).toMatch(/cmd=evalsha/i)
    await server.run('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await sent
    await server.run('CLIENT', 'UNPAUSE')
    await expect.poll(() => add('after-once').catch(() => null)).toBe(1)
    expect(await server.run('GET', 'once')).toBeNull()
  })

  test('a server starts without Redis, too, and reports the missing part', async () => {
    const { redis } = await connect({ url: 'redis://127.0.0.1:1' })
    await expect(redis.run({ script: count, keys: ['none'], values: [1] })).rejects.toThrow(RedisUnavailableError)
    await expect(redis.info()).rejects.toThrow(RedisUnavailableError)
  })

  test('a rejection by Redis itself is reported as one', async () => {
    const { redis } = await connect()
    const broken = defineScript('return redis.call("INCR")')
    await expect(redis.run({ script: broken, keys: [], values: [] })).rejects.toThrow(/does not work at the moment/)
  })
})
