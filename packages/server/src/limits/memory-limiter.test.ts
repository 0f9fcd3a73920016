import { defaultPlans, type PlanLimits } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { createCalendar, monthIndex } from '../base/time/calendar.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { addLimitHeaders } from './limit-headers.js'
import { limiterContract, noonMs } from './limiter.contract.js'
import type { Admission, Cost, LimitView, MonthRule } from './limiter.js'
import { createMemoryLimiter } from './memory-limiter.js'
import { atOnce } from './testing/limit-schedules.js'

const setUp = async (limits: Partial<PlanLimits>, startMs = Date.UTC(2026, 10, 21, 12)) => {
  const clock = createFakeClock(startMs)
  const onDisk: [number, number][] = []
  const limiter = createMemoryLimiter({ clock, calendar: createCalendar(), countedByMonth: async () => onDisk })
  const account = { id: 'acc_1', limits: { ...defaultPlans.Free, ...limits } }
  await limiter.viewLimits(account)
  const spend = (rule: MonthRule = 'binding') => atOnce(limiter.admitRequest(account, rule))
  const look = () => atOnce(limiter.viewLimits(account)).view
  const used = () => account.limits.monthlyQuota - look().quotaRemaining
  const ask = (cost: Cost = 'month', rule: MonthRule = 'binding') => {
    const admission = spend(rule)
    if (!admission.admitted) return `${admission.code} ${admission.retryAfterSeconds}`
    admission.charge(cost)
    return 'admitted'
  }
  return { clock, limiter, account, onDisk, spend, look, used, ask }
}

const charge = (admission: Admission | undefined, cost: Cost): LimitView => {
  if (!admission?.admitted) throw new Error('It was refused.')
  return admission.charge(cost)
}

describe('the minute', () => {
  test('slides: no sixty seconds anywhere hold more than the limit', async () => {
    const { clock, ask } = await setUp({ requestsPerMinute: 10 })
    for (let time = 0; time < 10; time++) expect(ask()).toBe('admitted')
    clock.advance(59_999)
    expect(ask()).toBe('rate_limited 1')
    clock.advance(1)
    expect(ask()).toBe('admitted')
  })

  test('says when exactly the next place is free', async () => {
    const { clock, ask } = await setUp({ requestsPerMinute: 2 })
    ask()
    clock.advance(20_500)
    ask()
    expect(ask()).toBe('rate_limited 40')
    clock.advance(40_000)
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('rate_limited 20')
  })

  test('a refusal for too many of something else gives its place back, and no other', async () => {
    const { clock, ask } = await setUp({ requestsPerMinute: 2 })
    ask()
    clock.advance(30_000)
    ask('nothing')
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('rate_limited 30')
  })

  test('does not care who sets the wall clock', async () => {
    const { clock, ask } = await setUp({ requestsPerMinute: 1 })
    ask()
    for (const days of [40, -80, 365]) {
      clock.setWall(clock.wallMs() + days * 86_400_000)
      expect(ask()).toMatch(/^rate_limited/)
    }
  })

  test('a lowered plan counts earlier admissions', async () => {
    const { clock, account, ask } = await setUp({ requestsPerMinute: 5 })
    for (let time = 0; time < 5; time++) {
      ask()
      clock.advance(1_000)
    }
    account.limits = { ...account.limits, requestsPerMinute: 2 }
    // 4 of the 5 requests must leave the window before 1 of 2 slots is free.
    expect(ask()).toBe('rate_limited 58')
  })
})

describe('the month', () => {
  test('wins when both are used up, with the longer wait', async () => {
    const { ask } = await setUp({ monthlyQuota: 1, requestsPerMinute: 1 })
    ask()
    expect(ask()).toBe(`quota_exceeded ${9.5 * 86_400}`)
    const atTheEnd = await setUp({ monthlyQuota: 1, requestsPerMinute: 1 }, Date.UTC(2026, 11, 1) - 5_000)
    atTheEnd.ask()
    expect(atTheEnd.ask()).toBe('quota_exceeded 60')
  })

  test('alone, says when it ends and not when a minute does that is not used up', async () => {
    const { ask } = await setUp({ monthlyQuota: 1, requestsPerMinute: 10 }, Date.UTC(2026, 11, 1) - 21_600)
    ask()
    expect(ask()).toBe('quota_exceeded 22')
  })

  test.each([
    ['the year', Date.UTC(2027, 0, 1)],
    ['February in a leap year', Date.UTC(2028, 2, 1)],
    ['February', Date.UTC(2027, 2, 1)],
    ['the month in which Kyiv changes its clock', Date.UTC(2027, 3, 1)],
  ])('ends with the last millisecond of %s in UTC', async (_, edge) => {
    const { clock, used, ask } = await setUp({ monthlyQuota: 1, requestsPerMinute: 100 }, edge - 1)
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('quota_exceeded 1')
    clock.advance(1)
    expect(used()).toBe(0)
    expect(ask()).toBe('admitted')
  })

  test('an answer belongs to the month that admitted it', async () => {
    const { clock, spend, used } = await setUp({ monthlyQuota: 1 }, Date.UTC(2027, 0, 1) - 1)
    const admission = spend()
    clock.advance(2)
    charge(admission, 'month')
    expect(used()).toBe(0)
    clock.advance(-2)
    expect(used()).toBe(1)
  })

  test('finds its count again when the clock comes back', async () => {
    const { clock, used, ask } = await setUp({})
    ask()
    const now = clock.wallMs()
    clock.setWall(now + 40 * 86_400_000)
    expect(used()).toBe(0)
    clock.setWall(now)
    expect(used()).toBe(1)
  })
})

test('a month has the same number by its name and by the clock', () => {
  for (const text of ['2026-01', '2026-12', '2027-01', '1999-11'])
    expect(createCalendar().month(Date.parse(`${text}-15T00:00:00Z`))).toBe(monthIndex(text))
})

test('the headers say the same in the names of the service and of both IETF drafts', async () => {
  const { clock, spend, look } = await setUp({})
  charge(spend(), 'month')
  clock.advance(8_200)
  const headers: string[] = []
  addLimitHeaders(headers, 'Free', look())
  const lines = Array.from({ length: headers.length / 2 }, (_, at) => `${headers[2 * at]}: ${headers[2 * at + 1]}`)
  expect(lines).toEqual([
    'X-Plan: Free',
    'X-RateLimit-Limit-Minute: 10',
    'X-RateLimit-Remaining-Minute: 9',
    'X-Quota-Limit: 5000',
    'X-Quota-Remaining: 4999',
    'RateLimit-Limit: 10',
    'RateLimit-Remaining: 9',
    'RateLimit-Reset: 52',
    'RateLimit-Policy: "minute";q=10;w=60, "month";q=5000',
    `RateLimit: "minute";r=9;t=52, "month";r=4999;t=${9.5 * 86_400 - 8}`,
  ])
})

describe('what counted before', () => {
  const counts = () => {
    const asked: string[] = []
    const held: { quota: number; wait: Promise<void> | null } = { quota: 3, wait: null }
    const limiter = createMemoryLimiter({
      clock: createFakeClock(Date.UTC(2026, 10, 21)),
      calendar: createCalendar(),
      countedByMonth: async (accountId) => {
        asked.push(accountId)
        const { quota } = held
        await held.wait
        return [[monthIndex('2026-11'), quota]]
      },
    })
    return { limiter, asked, held }
  }
  const account = { id: 'acc_1', limits: { ...defaultPlans.Free, monthlyQuota: 10 } }
  const left = async ({ limiter }: ReturnType<typeof counts>) => (await limiter.viewLimits(account)).view.quotaRemaining

  test('is asked for once per account, however many come at the same time, and then known at once', async () => {
    const { limiter, asked } = counts()
    const admissions = await Promise.all(Array.from({ length: 8 }, () => limiter.admitRequest(account, 'binding')))
    expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(7)
    expect(asked).toEqual(['acc_1'])
    expect(limiter.admitRequest(account, 'binding')).not.toBeInstanceOf(Promise)
  })

  test('is asked for again when the data were replaced, also in the middle of the question', async () => {
    const replaced = counts()
    let letGo = () => {}
    replaced.held.wait = new Promise((done) => {
      letGo = done
    })
    const underWay = left(replaced)
    replaced.held.quota = 8
    replaced.limiter.forgetEverything()
    letGo()
    expect(await underWay).toBe(2)
    replaced.held.quota = 1
    replaced.limiter.forgetEverything()
    expect(await left(replaced)).toBe(9)
  })

  test('an answer under way over a replacement takes nothing of the new counts', async () => {
    const replaced = counts()
    const admission = await replaced.limiter.admitRequest(account, 'binding')
    replaced.limiter.forgetEverything()
    expect(await left(replaced)).toBe(7)
    charge(admission, 'month')
    expect(await left(replaced)).toBe(7)
  })
})

describe('a place', () => {
  test('reports at admission the limits valid at that moment', async () => {
    const { account, clock, spend, look } = await setUp({ monthlyQuota: 9 })
    const [first, second] = [spend(), spend()]
    clock.advance(12_000)
    expect({ ...charge(first, 'nothing') }).toEqual(look())
    account.limits = defaultPlans.Pro
    expect({ ...charge(second, 'month') }).toEqual(look())
    expect(look()).toMatchObject({ minuteLimit: 300, minuteRemaining: 299, quotaRemaining: 1_999_999 })
  })

  test('belongs to one request at a time', async () => {
    const { spend } = await setUp({ requestsPerMinute: 100 })
    const open = new Set(Array.from({ length: 5 }, () => spend()))
    expect(open.size).toBe(5)
    const [first] = open
    charge(first, 'minute')
    expect(open.has(spend())).toBe(true)
    expect(open.has(spend())).toBe(false)
  })
})

limiterContract('in memory', async (countedByMonth) =>
  createMemoryLimiter({ clock: createFakeClock(noonMs), calendar: createCalendar(), countedByMonth }),
)
