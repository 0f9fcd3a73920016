import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { needsRedis, openTestRedis, type TestRedis } from '../../testing/redis.js'
import { limiterContract } from '../limiter.contract.js'
import { startSharedServer } from './testing/shared-servers.js'

describe('over a real Redis', needsRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await openTestRedis()
  })
  afterAll(() => redis.close())

  limiterContract('that shares its counts', async (countedByMonth) => {
    const { limiter } = await startSharedServer({ url: redis.url, clusterId: redis.newClusterId(), countedByMonth })
    return limiter
  })

  test('an answer belongs to the month that admitted it', async () => {
    const clock = createFakeClock(Date.UTC(2027, 0, 1) - 1)
    const { limiter } = await startSharedServer({ url: redis.url, clusterId: redis.newClusterId(), clock })
    const account = { id: 'acc_1', limits: { requestsPerMinute: 10, monthlyQuota: 1 } }
    const left = async () => (await limiter.viewLimits(account)).view.quotaRemaining
    const admission = await limiter.admitRequest(account, 'binding')
    expect(await limiter.admitRequest(account, 'binding')).toMatchObject({
      code: 'quota_exceeded',
      retryAfterSeconds: 1,
    })
    clock.advance(1)
    expect((await limiter.admitRequest(account, 'binding')).admitted).toBe(true)
    if (admission.admitted) admission.charge('month')
    expect(await left()).toBe(0)
    clock.setWall(Date.UTC(2027, 0, 1) - 1)
    expect(await left()).toBe(0)
    clock.setWall(Date.UTC(2027, 1, 1))
    expect(await left()).toBe(1)
  })

  test('a minute does not care who sets the wall clock of a server', async () => {
    const clock = createFakeClock()
    const { limiter } = await startSharedServer({ url: redis.url, clusterId: redis.newClusterId(), clock })
    const account = { id: 'acc_1', limits: { requestsPerMinute: 1, monthlyQuota: 100 } }
    expect((await limiter.admitRequest(account, 'binding')).admitted).toBe(true)
    for (const days of [40, -80, 365]) {
      clock.setWall(clock.wallMs() + days * 86_400_000)
      expect(await limiter.admitRequest(account, 'binding')).toMatchObject({ code: 'rate_limited' })
    }
  })
})
