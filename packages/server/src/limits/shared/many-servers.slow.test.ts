import { createRandom } from '@p2p-rates/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../../base/time/clock.js'
import { needsRedis, openTestRedis, type TestRedis } from '../../testing/redis.js'
import { noonMs } from '../limiter.contract.js'
import type { Admission, LimitSubject } from '../limiter.js'
import { settleScript } from './redis-counters.js'
import type { SharedLimiterPorts } from './shared-limiter.js'
import { type Interval, mostInWindow, withoutCause } from './testing/intervals.js'
import { startSharedServer } from './testing/shared-servers.js'

const seed = Number(process.env.SEED)

const stillClock: Clock = { monoMs: () => 0, wallMs: () => noonMs }
const turn = () => new Promise<void>((done) => setImmediate(done))
const charged = (admission: Admission, cost: 'nothing' | 'minute' | 'month') => {
  if (!admission.admitted) throw new Error(`It was refused: ${admission.message}`)
  return admission.charge(cost)
}

describe('several servers over one real Redis', needsRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await openTestRedis()
  })
  afterAll(() => redis.close())

  const startMany = async (count: number, options: Partial<Parameters<typeof startSharedServer>[0]> = {}) => {
    const clusterId = redis.newClusterId()
    const start = () => startSharedServer({ url: redis.url, clusterId, servers: () => count, ...options })
    return Promise.all(Array.from({ length: count }, start))
  }

  test('together admit no more than allowed in any window, and reject no caller without cause', async () => {
    const random = createRandom(seed)
    const windowMs = 300
    const limiters = (await startMany(3, { windowMs })).map(({ limiter }) => limiter)
    const accounts = [5, 40, 150].map((requestsPerMinute, index) => ({
      id: `acc_${index}`,
      limits: { requestsPerMinute, monthlyQuota: 1_000_000 },
      admitted: [] as Interval[],
      refused: [] as Interval[],
    }))
    const isBusy = () => accounts.some(({ admitted, limits }) => admitted.length < 5 * limits.requestsPerMinute)

    const call = async () => {
      while (isBusy()) {
        const account = random.pick(accounts)
        const startMs = performance.now()
        const admission = await random.pick(limiters).admitRequest(account, 'binding')
        const interval = { startMs, endMs: performance.now() }
        ;(admission.admitted ? account.admitted : account.refused).push(interval)
        await turn()
        if (admission.admitted) admission.charge(random.chance(0.5) ? 'month' : 'minute')
      }
    }
    await Promise.all(Array.from({ length: 18 }, call))

    for (const { admitted, refused, limits } of accounts) {
      expect(refused.length).toBeGreaterThan(0)
      expect(mostInWindow(admitted, windowMs)).toBeLessThanOrEqual(limits.requestsPerMinute)
      expect(withoutCause(refused, admitted, limits.requestsPerMinute, windowMs)).toEqual([])
    }
  })

  test('together count who spends apart, whose name is hidden and whom no month concerns', async () => {
    let asked = 0
    const clusterId = redis.newClusterId()
    const countedByMonth = async () => {
      asked += 1
      return []
    }
    const start = () => startSharedServer({ url: redis.url, clusterId, servers: () => 2, countedByMonth })
    const [one, other] = [await start(), await start()]
    const visitor: LimitSubject = { id: 'visitor 203.0.113.7', limits: { requestsPerMinute: 3, monthlyQuota: 1 } }
    const outcomes = []
    for (const { limiter } of [one, other, one, other, one]) {
      const admission = await limiter.admitRequest(visitor, 'exempt')
      if (admission.admitted) admission.charge('month')
      outcomes.push(admission.admitted)
    }
    expect(outcomes).toEqual([true, true, true, false, false])
    await Promise.all([one.limiter.settle(), other.limiter.settle()])
    const kept = String(await redis.run('KEYS', `p2p:${clusterId}:*`))
    expect(kept).toMatch(/:m:\{apart [\w-]+\}/)
    expect(kept).not.toMatch(/203\.0\.113|:q:/)
    expect(asked).toBe(0)
  })

  test('never overdraw a month while half of the answers fail, and use it up to the last place', async () => {
    const random = createRandom(seed)
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1_000_000, monthlyQuota: 300 } }
    const limiters = (await startMany(4)).map(({ limiter }) => limiter)
    let counted = 0
    const call = async () => {
      while (counted < account.limits.monthlyQuota) {
        const admission = await random.pick(limiters).admitRequest(account, 'binding')
        for (let turns = random.below(4); turns > 0; turns--) await turn()
        if (!admission.admitted) {
          expect(admission.code).toBe('quota_exceeded')
          continue
        }
        const counts = random.chance(0.5)
        admission.charge(counts ? 'month' : 'minute')
        if (counts) counted += 1
      }
    }
    await Promise.all(Array.from({ length: 24 }, call))
    expect(counted).toBe(account.limits.monthlyQuota)
    for (const limiter of limiters)
      expect(await limiter.admitRequest(account, 'binding')).toMatchObject({ code: 'quota_exceeded' })
  })

  test('get back what a dead one had reserved', async () => {
    const [dead, alive] = await startMany(2, { stretchMs: 150 })
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 100, monthlyQuota: 5 } }
    for (let count = 0; count < 5; count++) await dead?.limiter.admitRequest(account, 'binding')
    dead?.kill()
    expect(await alive?.limiter.admitRequest(account, 'binding')).toMatchObject({ code: 'quota_exceeded' })
    await expect.poll(async () => (await alive?.limiter.viewLimits(account))?.view.quotaRemaining).toBe(5)
  })

  test('count once a repeated settlement after a lost answer', async () => {
    let settled = 0
    const [one, other] = await startMany(2, {
      over: (run) => async (call) => {
        const answer = await run(call)
        if (call.script === settleScript && settled++ % 2 === 0) throw new Error('The answer was lost.')
        return answer
      },
    })
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 100, monthlyQuota: 100 } }
    for (let count = 0; count < 10; count++) {
      const admission = await one?.limiter.admitRequest(account, 'binding')
      if (admission !== undefined) charged(admission, 'month')
      // Settled twice, because the first answer was lost.
      await expect.poll(() => settled).toBe(2 * (count + 1))
      expect((await other?.limiter.viewLimits(account))?.view.quotaRemaining).toBe(99 - count)
    }
  })

  test('settle counts every 20 ms at most, in any number, and are never delayed by them', async () => {
    let settled = 0
    const [one] = await startMany(1, {
      over: (run) => (call) => {
        if (call.script === settleScript) settled += 1
        return run(call)
      },
    })
    const limit = 1_000_000_000
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: limit, monthlyQuota: limit } }
    const startMs = performance.now()
    let isToldAll = false
    let spent = 0
    const call = async () => {
      while (!isToldAll || spent < 1_000) {
        const admission = await one?.limiter.admitRequest(account, 'binding')
        if (admission !== undefined) charged(admission, 'month')
        spent += 1
      }
    }
    const calls = Promise.all(Array.from({ length: 5 }, call))
    await turn()
    await one?.limiter.settle()
    isToldAll = true
    await calls
    await one?.limiter.settle()
    expect(settled).toBeLessThanOrEqual((performance.now() - startMs) / 20 + 4)
    expect((await one?.limiter.viewLimits(account))?.view.quotaRemaining).toBe(limit - spent)
  })

  test('give a place of the minute back to all of them, and the month to all of them', async () => {
    const [one, other] = await startMany(2)
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1, monthlyQuota: 1 } }
    const admission = await one?.limiter.admitRequest(account, 'binding')
    if (admission !== undefined) charged(admission, 'nothing')
    await expect
      .poll(async () => (await other?.limiter.viewLimits(account))?.view)
      .toMatchObject({ minuteRemaining: 1, quotaRemaining: 1 })
  })

  test('admit soon where another has given a place back, although they have just refused', async () => {
    const [one, other] = await startMany(2)
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1, monthlyQuota: 100 } }
    const admission = await one?.limiter.admitRequest(account, 'binding')
    expect(await other?.limiter.admitRequest(account, 'binding')).toMatchObject({ admitted: false })
    if (admission !== undefined) charged(admission, 'nothing')
    const isAdmitted = async () => (await other?.limiter.admitRequest(account, 'binding'))?.admitted
    await expect.poll(isAdmitted, { timeout: 30_000 }).toBe(true)
  })

  test('know of no fewer than the database has counted, at the first touch and later', async () => {
    const month = 2026 * 12 + 10
    const [one, other] = await startMany(2, { countedByMonth: async () => [[month, 40]] })
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 100, monthlyQuota: 100 } }
    const left = async (server: typeof one) => (await server?.limiter.viewLimits(account))?.view.quotaRemaining
    expect(await left(one)).toBe(60)
    one?.limiter.raise({ accountId: 'acc_1', month, counted: 70 })
    await expect.poll(() => left(other)).toBe(30)
    one?.limiter.raise({ accountId: 'acc_1', month, counted: 50 })
    await one?.limiter.settle()
    expect(await left(other)).toBe(30)
  })

  test('do not count a settlement twice that is written to the database right afterwards', async () => {
    const month = 2026 * 12 + 10
    const servers = await startMany(2)
    const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1_000, monthlyQuota: 1_000 } }
    let inDatabase = 0
    const serve = async ({ limiter }: (typeof servers)[number]) => {
      for (let flush = 0; flush < 20; flush++) {
        for (let count = 0; count < 5; count++) charged(await limiter.admitRequest(account, 'binding'), 'month')
        await limiter.settle()
        inDatabase += 5
        limiter.raise({ accountId: account.id, month, counted: inDatabase })
      }
      await limiter.settle()
    }
    await Promise.all(servers.map(serve))
    for (const { limiter } of servers) expect((await limiter.viewLimits(account)).view.quotaRemaining).toBe(800)
  })
})

describe('what Redis would certainly refuse', needsRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await openTestRedis()
  })
  afterAll(() => redis.close())

  const start = async (
    limits: LimitSubject['limits'],
    options: Pick<Partial<SharedLimiterPorts>, 'windowMs' | 'clock'> = {},
  ) => {
    const asked = { times: 0 }
    const clusterId = redis.newClusterId()
    const { limiter } = await startSharedServer({
      url: redis.url,
      clusterId,
      ...options,
      over: (run) => (call) => {
        if (call.keys.length === 3 && call.script !== settleScript) asked.times += 1
        return run(call)
      },
    })
    const account = { id: 'acc_1', limits }
    return { asked, account, limiter, spend: async () => limiter.admitRequest(account, 'binding') }
  }

  test('is refused without asking it, until a place is free and no longer', async () => {
    const { asked, spend } = await start({ requestsPerMinute: 1, monthlyQuota: 100 }, { windowMs: 300 })
    const startMs = performance.now()
    charged(await spend(), 'month')
    let refusals = 0
    while (!(await spend()).admitted) {
      refusals += 1
      await turn()
    }
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(300)
    expect(refusals).toBeGreaterThan(10)
    expect(asked.times).toBeLessThan(10)
  })

  test('is asked again when the plan changes', async () => {
    const { asked, account, spend } = await start({ requestsPerMinute: 2, monthlyQuota: 100 }, { clock: stillClock })
    for (let count = 0; count < 2; count++) charged(await spend(), 'month')
    for (let count = 0; count < 5; count++) expect((await spend()).admitted).toBe(false)
    expect(asked.times).toBe(2)
    account.limits = { requestsPerMinute: 3, monthlyQuota: 100 }
    expect((await spend()).admitted).toBe(true)
    expect(await spend()).toMatchObject({ code: 'rate_limited', view: { minuteLimit: 3, minuteRemaining: 0 } })
    expect(asked.times).toBe(3)
  })

  test('by the month is awaited as long as an answer may still release its slot', async () => {
    const { asked, spend, limiter } = await start({ requestsPerMinute: 100, monthlyQuota: 1 }, { clock: stillClock })
    const admission = await spend()
    for (let count = 0; count < 3; count++) expect((await spend()).admitted).toBe(false)
    expect(asked.times).toBe(4)
    charged(admission, 'month')
    await limiter.settle()
    expect(await spend()).toMatchObject({ code: 'quota_exceeded' })
    const before = asked.times
    expect(
      limiter.admitRequest({ id: 'acc_1', limits: { requestsPerMinute: 100, monthlyQuota: 1 } }, 'binding'),
    ).toMatchObject({
      code: 'quota_exceeded',
      view: { quotaRemaining: 0 },
    })
    expect(asked.times).toBe(before)
  })

  test('is not the same as the slot released here a moment ago', async () => {
    const { spend } = await start({ requestsPerMinute: 1, monthlyQuota: 100 })
    for (let count = 0; count < 5; count++) charged(await spend(), 'nothing')
    expect((await spend()).admitted).toBe(true)
    expect((await spend()).admitted).toBe(false)
  })
})
