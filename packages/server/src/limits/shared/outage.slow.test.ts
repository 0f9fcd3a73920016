import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Redis, RedisUnavailableError } from '../../base/redis/redis.js'
import { needsOwnRedis, type OwnRedis, startOwnRedis } from '../../testing/redis.js'
import type { Admission, LimitSubject } from '../limiter.js'
import { startSharedServer } from './testing/shared-servers.js'

const month = 2026 * 12 + 10

describe('when Redis', needsOwnRedis, () => {
  let redis: OwnRedis
  let there = 1
  beforeEach(async () => {
    there = 1
    redis = await startOwnRedis()
  })
  afterEach(() => redis.close())

  type Options = Partial<Parameters<typeof startSharedServer>[0]> & { readonly mustJoin?: boolean }
  const start = async ({ mustJoin = true, ...options }: Options = {}) => {
    const changes: boolean[] = []
    const { limiter } = await startSharedServer({
      url: redis.url,
      clusterId: 'outage',
      deadlineMs: 200,
      servers: () => there,
      onChange: (isJoined) => changes.push(isJoined),
      ...options,
    })
    if (mustJoin) await expect.poll(() => changes.at(-1)).toBe(true)
    return { limiter, changes, untilJoined: (is: boolean) => expect.poll(() => changes.at(-1)).toBe(is) }
  }
  type Server = Awaited<ReturnType<typeof start>>

  const account: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 30, monthlyQuota: 90 } }
  const spendMany = async ({ limiter }: Server, count: number): Promise<readonly Admission[]> => {
    const admissions = []
    for (let time = 0; time < count; time++) {
      const admission = await limiter.admitRequest(account, 'binding')
      if (admission.admitted) admission.charge('month')
      admissions.push(admission)
    }
    return admissions
  }
  const admittedOf = (admissions: readonly Admission[]) => admissions.filter(({ admitted }) => admitted).length
  const look = async ({ limiter }: Server) => (await limiter.viewLimits(account)).view

  test('is stalled, each admits its share after three missed deadlines; the window has these admissions when Redis goes on', async () => {
    const server = await start()
    expect(admittedOf(await spendMany(server, 4))).toBe(4)
    await server.limiter.settle()
    there = 3
    redis.stall()
    expect(admittedOf(await spendMany(server, 3))).toBe(3)
    expect(server.changes.at(-1)).toBe(false)
    // Three more of its share of 10. From here on, decisions are synchronous.
    const admissions = Array.from({ length: 5 }, () => server.limiter.admitRequest(account, 'binding'))
    expect(admissions.map((one) => one instanceof Promise || one.admitted)).toEqual([true, true, true, false, false])
    expect(admissions.at(-1)).toMatchObject({
      code: 'rate_limited',
      message: 'The per-minute limit of this account is exceeded.',
      view: { minuteLimit: 30, minuteRemaining: 0, quotaLimit: 90 },
    })
    for (const one of admissions) if (!(one instanceof Promise) && one.admitted) one.charge('month')

    there = 1
    redis.resume()
    await server.untilJoined(true)
    // The three timed-out requests were admitted here and by Redis, and count once.
    await expect.poll(() => look(server)).toMatchObject({ minuteRemaining: 20, quotaRemaining: 80 })
    const neighbour = await start()
    expect(await look(neighbour)).toMatchObject({ minuteRemaining: 20, quotaRemaining: 80 })
    expect(admittedOf(await spendMany(neighbour, 25))).toBe(20)
  })

  test('stands still, all together admit no more than allowed', async () => {
    there = 3
    const servers = await Promise.all([1, 2, 3].map(() => start()))
    for (const server of servers) expect(admittedOf(await spendMany(server, 2))).toBe(2)
    redis.stall()
    const admitted = await Promise.all(servers.map(async (server) => admittedOf(await spendMany(server, 20))))
    expect(admitted).toEqual([8, 8, 8])
    redis.resume()
    for (const server of servers) await server.untilJoined(true)
    for (const server of servers) expect(admittedOf(await spendMany(server, 5))).toBe(0)
  })

  test('stands still, a server adds nothing to a minute that others had used up', async () => {
    there = 3
    const [one, other, third] = [await start(), await start(), await start()]
    expect(admittedOf(await spendMany(one, 22))).toBe(22)
    expect(admittedOf(await spendMany(other, 8))).toBe(8)
    expect(admittedOf(await spendMany(third, 1))).toBe(0)
    redis.stall()
    expect(admittedOf(await spendMany(third, 5))).toBe(0)
    expect(admittedOf(await spendMany(other, 5))).toBe(0)
    expect(admittedOf(await spendMany(one, 20))).toBe(0)
    expect((await look(third)).minuteResetSeconds).toBeLessThanOrEqual(60)
  })

  test('stands still, the month is shared by what the database says of it', async () => {
    let inDatabase = 10
    const server = await start({ countedByMonth: async () => [[month, inDatabase]] })
    const rich: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1_000, monthlyQuota: 100 } }
    expect((await server.limiter.viewLimits(rich)).view.quotaRemaining).toBe(90)
    inDatabase = 70
    there = 3
    redis.stall()
    const codes = []
    for (let time = 0; time < 12; time++) {
      const admission = await server.limiter.admitRequest(rich, 'binding')
      if (admission.admitted) admission.charge(time === 0 ? 'minute' : 'month')
      codes.push(admission.admitted ? 'admitted' : admission.code)
    }
    expect(codes).toEqual([...Array.from({ length: 11 }, () => 'admitted'), 'quota_exceeded'])
    expect(await server.limiter.admitRequest(rich, 'counted')).toMatchObject({ admitted: true, reserved: false })

    await server.limiter.settle()
    there = 1
    redis.resume()
    await server.untilJoined(true)
    server.limiter.raise({ accountId: 'acc_1', month, counted: 80 })
    await expect.poll(async () => (await server.limiter.viewLimits(rich)).view.quotaRemaining).toBe(20)
  })

  test('stands still, the month ends for each when the database has counted all of it', async () => {
    const server = await start({ countedByMonth: async () => [[month, 70]] })
    const rich: LimitSubject = { id: 'acc_1', limits: { requestsPerMinute: 1_000, monthlyQuota: 100 } }
    there = 2
    redis.stall()
    for (let time = 0; time < 5; time++) {
      const admission = await server.limiter.admitRequest(rich, 'binding')
      if (admission.admitted) admission.charge('month')
    }
    // Other servers have used most of the quota: 2 remain after the 5 requests that this server has not settled.
    server.limiter.raise({ accountId: 'acc_1', month, counted: 93 })
    expect((await server.limiter.viewLimits(rich)).view.quotaRemaining).toBe(2)
    server.limiter.raise({ accountId: 'acc_1', month, counted: 95 })
    expect(await server.limiter.admitRequest(rich, 'binding')).toMatchObject({ code: 'quota_exceeded' })
  })

  test('answers late once, a server that starts does not begin alone for that', async () => {
    let asked = 0
    const late =
      (run: Redis['run']): Redis['run'] =>
      async (call) => {
        if (++asked === 1) throw new RedisUnavailableError('Late.')
        return run(call)
      }
    const server = await start({ over: late, mustJoin: false, deadlineMs: 30_000 })
    expect(server.changes).toEqual([true])
  })

  test.each([
    ['open', 40, 'admitted'],
    ['closed', 0, 'The requests of this account cannot be counted at the moment.'],
  ] as const)('stands still, "%s" admits all or nothing', async (outage, admitted, last) => {
    const server = await start({ outage })
    redis.stall()
    const admissions = await spendMany(server, 40)
    expect(admittedOf(admissions)).toBe(admitted)
    const [end] = admissions.slice(-1)
    expect(end?.admitted ? 'admitted' : end?.message).toBe(last)
    if (end?.admitted === false) expect(end).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    redis.resume()
    await server.untilJoined(true)
    await expect.poll(async () => (await look(server)).minuteRemaining).toBe(admitted === 0 ? 30 : 0)
  })

  test('is emptied, there is no fresh window and no fresh month: idle servers settle their admissions, too', async () => {
    const countedByMonth = async (): Promise<[number, number][]> => [[month, 50]]
    const [one, idle] = [await start({ countedByMonth }), await start({ countedByMonth })]
    there = 2
    expect(admittedOf(await spendMany(one, 12))).toBe(12)
    expect(admittedOf(await spendMany(idle, 8))).toBe(8)
    for (const { limiter } of [one, idle]) await limiter.settle()
    await redis.run('FLUSHALL')
    const areJoined = () => [one, idle].every(({ changes }) => /^true(,false,true)+$/.test(changes.join()))
    let admitted = 20
    while (!areJoined()) {
      admitted += admittedOf(await spendMany(one, 1))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await look(one)).quotaRemaining).toBeLessThanOrEqual(40)
    admitted += admittedOf(await spendMany(one, 4)) + admittedOf(await spendMany(idle, 20))
    expect(admitted).toBe(30)
  })

  test('is unavailable, a server starts without it; when it comes, empty, both settle with it', async () => {
    const one = await start()
    expect(admittedOf(await spendMany(one, 6))).toBe(6)
    there = 2
    await redis.kill()
    const other = await start({ mustJoin: false })
    expect(other.changes).toEqual([false])
    // Each has a share of 15.
    expect(admittedOf(await spendMany(one, 20))).toBe(9)
    expect(admittedOf(await spendMany(other, 5))).toBe(5)
    await redis.startAgain()
    await Promise.all([one, other].map((server) => server.untilJoined(true)))
    expect((await look(one)).minuteRemaining).toBe(10)
    expect(admittedOf(await spendMany(one, 20)) + admittedOf(await spendMany(other, 20))).toBe(10)
  })

  test('loses a connection only, nothing is lost with it', async () => {
    const server = await start()
    await spendMany(server, 4)
    await redis.run('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await spendMany(server, 3)
    await expect.poll(async () => (await look(server)).minuteRemaining).toBe(23)
    await expect.poll(() => redis.run('LLEN', 'p2p:outage:m:{acc_1}')).toBe(7)
  })
})
