import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/time/clock.js'
import { limitCases } from '../../testing/conformance/cases/limits.js'
import { type ConformanceServer, openConformanceServer, runCase } from '../../testing/conformance/conformance-server.js'
import { raceMinute, raceQuota, startRaces } from '../../testing/races.js'
import { needsRedis, openTestRedis, type TestRedis } from '../../testing/redis.js'
import type { SharedLimiter } from './shared-limiter.js'
import { openSharedLimiterForTest } from './testing/open-limiter.js'

describe('behind the same doors a limiter that shares its counts', needsRedis, () => {
  let redis: TestRedis
  let limiter: SharedLimiter
  let close: () => Promise<void>
  let scene: ConformanceServer
  beforeAll(async () => {
    redis = await openTestRedis()
    const opened = await openSharedLimiterForTest({
      url: redis.url,
      clusterId: redis.newClusterId(),
      clock: systemClock,
    })
    limiter = opened.limiter
    close = opened.close
    scene = await openConformanceServer({ limiterOver: () => limiter })
  })
  afterAll(async () => {
    await scene.stop()
    await close()
    await redis.close()
  })

  test('holds the ends of minute and month of every endpoint', () =>
    checkEach(
      limitCases(),
      async (one) => expect(await runCase(scene, one)).toEqual([]),
      ({ endpoint, name }) => `${endpoint}, ${name}`,
    ))

  test('lets no crowd pass, and none overdraw the month', async () => {
    const running = await startRaces({ limiterOver: () => limiter })
    expect(Object.fromEntries(await raceMinute(running, 1_000))).toEqual({ 200: 10, 429: 990 })
    const seen = await raceQuota(running, 1_000)
    expect([seen.used, seen.used - 1]).toContain(seen.get(200))
    expect(seen.used).toBeLessThanOrEqual(10)
    await running.stop()
  })
})
