import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withAsyncAnswers } from '../limits/testing/with-async-answers.js'
import { limitCases } from '../testing/conformance/cases/limits.js'
import { type ConformanceServer, openConformanceServer, runCase } from '../testing/conformance/conformance-server.js'
import { raceMinute, raceQuota, startRaces } from '../testing/races.js'

describe('behind the same doors a limiter that has to ask for every decision', () => {
  let scene: ConformanceServer
  beforeAll(async () => {
    scene = await openConformanceServer({ limiterOver: withAsyncAnswers })
  })
  afterAll(() => scene.stop())

  test('holds the ends of minute and month', () =>
    checkEach(limitCases(), async (one) => {
      expect(await runCase(scene, one)).toEqual([])
    }))

  test('every answer carries the remaining limits after it', async () => {
    const key = await scene.freshKey('Free')
    const ask = async (path: string) => {
      const { status, headers, text } = await scene.asker.ask({ path, headers: [['X-API-Key', key]] })
      const used = status === 200 && path.endsWith('/me') ? (JSON.parse(text) as object) : {}
      return {
        status,
        left: headers.get('x-ratelimit-remaining-minute'),
        month: headers.get('x-quota-remaining'),
        used,
      }
    }
    expect(await ask('/api/v1/rates')).toMatchObject({ status: 200, left: '5', month: '2' })
    expect(await ask('/api/v1/rates?fiat=XXX')).toMatchObject({ status: 400, left: '4', month: '2' })
    expect(await ask('/api/v1/me')).toMatchObject({ left: '3', month: '1', used: { used_this_month: 2 } })
    expect(await ask('/api/v1/nothing')).toMatchObject({ status: 404, left: '3', month: '1' })
  })
})

test('no crowd passes a limiter that has to ask, and none overdraws the month', async () => {
  const running = await startRaces({ limiterOver: withAsyncAnswers })
  expect(Object.fromEntries(await raceMinute(running, 1_000))).toEqual({ 200: 10, 429: 990 })
  const seen = await raceQuota(running, 1_000)
  // The usage request itself also counts, if quota is left.
  expect([seen.used, seen.used - 1]).toContain(seen.get(200))
  expect(seen.used).toBeLessThanOrEqual(10)
  await running.stop()
})

test('a caller that cannot be counted gets an error and finds the server healthy afterwards', async () => {
  let isBroken = true
  const running = await startRaces({
    limiterOver: (limiter) => ({
      ...limiter,
      admitRequest: (spender, month) =>
        isBroken ? Promise.reject(new Error('gone')) : limiter.admitRequest(spender, month),
    }),
  })
  const ask = () => fetch(`${running.baseUrl}/rates`, { headers: { 'X-API-Key': running.keys.Pro } })
  for (let times = 0; times < 2; times++) {
    const refused = await ask()
    expect([refused.status, refused.headers.has('X-Plan')]).toEqual([500, false])
    expect(await refused.json()).toMatchObject({ detail: { code: 'internal_error' } })
  }
  isBroken = false
  expect((await ask()).status).toBe(200)
  await running.stop()
})
