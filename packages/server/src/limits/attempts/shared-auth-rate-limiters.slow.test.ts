import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../base/redis/connect-redis.js'
import type { Redis } from '../../base/redis/redis.js'
import { systemClock } from '../../base/time/clock.js'
import { systemTimers } from '../../base/time/timers.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import {
  needsOwnRedis,
  needsRedis,
  type OwnRedis,
  openTestRedis,
  startOwnRedis,
  type TestRedis,
} from '../../testing/redis.js'
import { hostileNames } from '../testing/hostile-names.js'
import { createAttemptLog } from './attempt-log.js'
import { authRateLimitContract } from './auth-rate-limit.contract.js'
import { createAuthRateLimiters, createSharedAuthRateLimit } from './auth-rate-limiters.js'
import { passwordThrottleContract, wasRight } from './password-throttle.contract.js'

const secret = 'known to the servers alone'

const connect = async (url: string, { deadlineMs = 30_000, pingMs = 30_000 } = {}) => {
  const redis = await connectRedis({ url, timers: systemTimers, deadlineMs, pingMs })
  onTestFinished(redis.close)
  return redis
}

describe('over a real Redis', needsRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await openTestRedis()
  })
  afterAll(() => redis.close())

  const openBudgets = async (clusterId: string, over = (run: Redis['run']) => run) => {
    const { run } = await connect(redis.url)
    return createAuthRateLimiters(systemClock, createAttemptLog({ redis: { run: over(run) }, clusterId, secret }))
  }
  const openTwo = async () => {
    const clusterId = redis.newClusterId()
    return [await openBudgets(clusterId), await openBudgets(clusterId)] as const
  }

  authRateLimitContract('that servers share', async (size) => {
    const clusterId = redis.newClusterId()
    const open = async () => {
      const log = createAttemptLog({ redis: await connect(redis.url), clusterId, secret })
      return createSharedAuthRateLimit({ budget: 'test', log, clock: systemClock, ...size })
    }
    return [await open(), await open()]
  })

  passwordThrottleContract('that servers share', async () => {
    const [one, other] = await openTwo()
    return [one.wrongPasswords, other.wrongPasswords]
  })

  test('every budget is as large as that of one server alone', async () => {
    const alone = createAuthRateLimiters(createFakeClock())
    const [one, other] = await openTwo()
    for (const name of ['wrongKeys', 'registrations', 'planRequests'] as const) {
      let count = 0
      while (alone[name].countAttempt('here') === null)
        expect(await (count++ % 2 === 0 ? one : other)[name].countAttempt('here')).toBeNull()
      expect(await one[name].countAttempt('here')).toBeGreaterThan(0)
    }
  })

  test('a rejected caller costs Redis nothing more, and one blocked elsewhere one call', async () => {
    let asked = 0
    const clusterId = redis.newClusterId()
    const counting =
      (run: Redis['run']): Redis['run'] =>
      (call) => {
        asked += 1
        return run(call)
      }
    const [one, other] = [await openBudgets(clusterId), await openBudgets(clusterId, counting)]
    for (let time = 0; time < 30; time++) await one.wrongKeys.countAttempt('here')
    expect(other.wrongKeys.blockedFor('here')).toBeNull()
    for (let time = 0; time < 50; time++) expect(await other.wrongKeys.countAttempt('here')).toBeGreaterThan(0)
    expect(other.wrongKeys.blockedFor('here')).toBeGreaterThan(0)
    expect(asked).toBe(1)
  })

  test('Redis learns no address and no name, and keeps nothing for longer than it counts', async () => {
    const clusterId = redis.newClusterId()
    const { wrongKeys, registrations, wrongPasswords } = await openBudgets(clusterId)
    for (const name of hostileNames) {
      await wrongKeys.countAttempt(name)
      await registrations.countAttempt(name)
      await wrongPasswords.reserveAttempt(name, name)
    }
    const keys = (await redis.run('KEYS', `p2p:${clusterId}:*`)) as string[]
    expect(keys).toHaveLength(5 * hostileNames.length)
    for (const key of keys) {
      expect(key).toMatch(/^p2p:test-\w+:f:[\w-]+:\{[\w-]{43}\}$/)
      expect(Number(await redis.run('PTTL', key))).toBeGreaterThan(0)
    }
  })

  test('a right password counts as nothing, also where Redis says late that it has counted it', async () => {
    const clusterId = redis.newClusterId()
    const lateAnswers: (() => void)[] = []
    const { wrongPasswords } = await openBudgets(clusterId, (run) => async (call) => {
      const answer = await run(call)
      if (call.onLateReply === undefined) return answer
      lateAnswers.push(() => call.onLateReply?.(answer))
      throw new Error('It took too long.')
    })
    const counts = async () => {
      const keys = (await redis.run('KEYS', `p2p:${clusterId}:*`)) as string[]
      return Promise.all(keys.map((key) => redis.run('LLEN', key)))
    }
    const [first, second] = [
      await wrongPasswords.reserveAttempt('here', 'a@b.c'),
      await wrongPasswords.reserveAttempt('here', 'a@b.c'),
    ]
    expect(await counts()).toEqual([2, 2, 2])
    wasRight(first)
    for (const tell of lateAnswers) tell()
    await expect.poll(counts).toEqual([1, 1, 1])
    wasRight(second)
    await expect.poll(counts).toEqual([])
  })
})

describe('when Redis', needsOwnRedis, () => {
  let redis: OwnRedis
  beforeEach(async () => {
    redis = await startOwnRedis()
  })
  afterEach(() => redis.close())

  const open = async () => {
    const connected = await connect(redis.url, { deadlineMs: 50, pingMs: 100 })
    return createAuthRateLimiters(systemClock, createAttemptLog({ redis: connected, clusterId: 'outage', secret }))
  }

  test('is stalled, each server uses its own counts, including earlier ones', async () => {
    const [one, other] = [await open(), await open()]
    for (let time = 0; time < 20; time++) await one.wrongKeys.countAttempt('here')
    redis.stall()
    const heardBy = async ({ wrongKeys }: typeof one) => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => wrongKeys.countAttempt('here')))
      return waits.filter((wait) => wait === null).length
    }
    expect([await heardBy(one), await heardBy(other)]).toEqual([10, 30])
    expect(one.wrongKeys.blockedFor('here')).toBeGreaterThan(0)

    const guesses = []
    for (let time = 0; time < 7; time++)
      guesses.push(await one.wrongPasswords.reserveAttempt('here', 'ann@example.com'))
    expect(guesses.filter((hearing) => 'wasRight' in hearing)).toHaveLength(5)
    redis.resume()
  })

  test('is gone, no caller waits for it; when it is back, empty, all count together again and a used-up month stays so', async () => {
    const [one, other] = [await open(), await open()]
    for (let time = 0; time < 30; time++) await one.wrongKeys.countAttempt('here')
    await redis.kill()
    expect(await one.wrongKeys.countAttempt('here')).toBeGreaterThan(0)
    expect(await other.wrongKeys.countAttempt('here')).toBeNull()
    await redis.startAgain()
    expect(await one.wrongKeys.countAttempt('here')).toBeGreaterThan(0)
    let round = 0
    await expect
      .poll(async () => {
        const name = `round ${round++}`
        for (let time = 0; time < 30; time++) await one.registrations.countAttempt(name)
        return other.registrations.countAttempt(name)
      })
      .toBeGreaterThan(0)
  })
})
