import type { PlanLimits } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { aCaller } from '../testing/a-caller.js'
import { createHandClock } from '../testing/hand-clock.js'
import { createCalendar, monthIndex } from '../time/calendar.js'
import { addLimitHeaders } from './limit-headers.js'
import { type Cost, createLimiter } from './limiter.js'

const setUp = (limits: Partial<PlanLimits>, startMs = Date.UTC(2026, 10, 21, 12)) => {
  const clock = createHandClock(startMs)
  const limiter = createLimiter({ clock, calendar: createCalendar() })
  const caller = aCaller({ limits })
  const ask = (cost: Cost = 'month', blockedByQuota = true) => {
    const admission = limiter.spend(caller, { blockedByQuota })
    limiter.settle(caller, admission, cost)
    return admission.admitted ? 'admitted' : `${admission.code} ${admission.retryAfterSeconds}`
  }
  return { clock, limiter, caller, ask }
}

describe('the minute', () => {
  test('slides: no sixty seconds anywhere hold more than the limit', () => {
    const { clock, ask } = setUp({ requestsPerMinute: 10 })
    for (let time = 0; time < 10; time++) expect(ask()).toBe('admitted')
    clock.advance(59_999)
    expect(ask()).toBe('rate_limited 1')
    clock.advance(1)
    expect(ask()).toBe('admitted')
  })

  test('says when exactly the next place is free', () => {
    const { clock, ask } = setUp({ requestsPerMinute: 2 })
    ask()
    clock.advance(20_500)
    ask()
    expect(ask()).toBe('rate_limited 40')
    clock.advance(40_000)
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('rate_limited 20')
  })

  test('counts whatever was admitted, and never a refusal', () => {
    const { ask, limiter, caller } = setUp({ requestsPerMinute: 4 })
    for (const cost of ['minute', 'minute', 'nothing', 'minute', 'month'] as const) ask(cost)
    for (let time = 0; time < 5; time++) ask()
    expect(limiter.view(caller).minuteRemaining).toBe(0)
    expect(limiter.usedThisMonth(caller)).toBe(1)
  })

  test('a refusal for too many of something else gives its place back, and no other', () => {
    const { clock, ask } = setUp({ requestsPerMinute: 2 })
    ask()
    clock.advance(30_000)
    ask('nothing')
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('rate_limited 30')
  })

  test('does not care who sets the wall clock', () => {
    const { clock, ask } = setUp({ requestsPerMinute: 1 })
    ask()
    for (const days of [40, -80, 365]) {
      clock.setWall(clock.wallMs() + days * 86_400_000)
      expect(ask()).toMatch(/^rate_limited/)
    }
  })

  test('a lowered plan counts what was admitted before', () => {
    const { clock, caller, ask } = setUp({ requestsPerMinute: 5 })
    for (let time = 0; time < 5; time++) {
      ask()
      clock.advance(1_000)
    }
    caller.state.limits = { ...caller.state.limits, requestsPerMinute: 2 }
    // Four of the five must leave before one of two places is free.
    expect(ask()).toBe('rate_limited 58')
  })
})

describe('the month', () => {
  test('counts what costs a place in it, nothing else', () => {
    const { ask, limiter, caller } = setUp({})
    for (const cost of ['month', 'minute', 'month', 'nothing'] as const) ask(cost)
    expect(limiter.usedThisMonth(caller)).toBe(2)
  })

  test('tells a request that asks how much is used what the headers of its answer will say', () => {
    const { ask, limiter, caller } = setUp({ monthlyQuota: 3 })
    ask()
    const admission = limiter.spend(caller, { blockedByQuota: false })
    const told = limiter.usedThisMonth(caller)
    limiter.settle(caller, admission, 'month')
    expect([told, limiter.view(caller).quotaRemaining]).toEqual([2, 1])
  })

  test('holds a place for every answer under way', () => {
    const { limiter, caller } = setUp({ monthlyQuota: 2 })
    const admissions = [1, 2, 3].map(() => limiter.spend(caller, { blockedByQuota: true }))
    expect(admissions.map(({ admitted }) => admitted)).toEqual([true, true, false])
    const [first] = admissions
    if (first !== undefined) limiter.settle(caller, first, 'minute')
    expect(limiter.spend(caller, { blockedByQuota: true }).admitted).toBe(true)
  })

  test('never blocks what tells about it', () => {
    const { ask, limiter, caller } = setUp({ monthlyQuota: 1 })
    ask()
    expect(ask('month', false)).toBe('admitted')
    expect(limiter.usedThisMonth(caller)).toBe(1)
    expect(ask()).toMatch(/^quota_exceeded/)
  })

  test('wins when both are used up, with the longer wait', () => {
    const { ask } = setUp({ monthlyQuota: 1, requestsPerMinute: 1 })
    ask()
    expect(ask()).toBe(`quota_exceeded ${9.5 * 86_400}`)
    const atTheEnd = setUp({ monthlyQuota: 1, requestsPerMinute: 1 }, Date.UTC(2026, 11, 1) - 5_000)
    atTheEnd.ask()
    expect(atTheEnd.ask()).toBe('quota_exceeded 60')
  })

  test('alone, says when it ends and not when a minute does that is not used up', () => {
    const { ask } = setUp({ monthlyQuota: 1, requestsPerMinute: 10 }, Date.UTC(2026, 11, 1) - 21_600)
    ask()
    expect(ask()).toBe('quota_exceeded 22')
  })

  test.each([
    ['the year', Date.UTC(2027, 0, 1)],
    ['February in a leap year', Date.UTC(2028, 2, 1)],
    ['February', Date.UTC(2027, 2, 1)],
    ['the month in which Kyiv changes its clock', Date.UTC(2027, 3, 1)],
  ])('ends with the last millisecond of %s in UTC', (_, edge) => {
    const { clock, ask, limiter, caller } = setUp({ monthlyQuota: 1, requestsPerMinute: 100 }, edge - 1)
    expect(ask()).toBe('admitted')
    expect(ask()).toBe('quota_exceeded 1')
    clock.advance(1)
    expect(limiter.usedThisMonth(caller)).toBe(0)
    expect(ask()).toBe('admitted')
  })

  test('an answer belongs to the month that admitted it', () => {
    const { clock, limiter, caller } = setUp({ monthlyQuota: 1 }, Date.UTC(2027, 0, 1) - 1)
    const admission = limiter.spend(caller, { blockedByQuota: true })
    clock.advance(2)
    limiter.settle(caller, admission, 'month')
    expect(limiter.usedThisMonth(caller)).toBe(0)
    expect(caller.state.quota.get(monthIndex('2026-12'))).toEqual({ counted: 1, reserved: 0 })
  })

  test('finds its count again when the clock comes back', () => {
    const { clock, ask, limiter, caller } = setUp({})
    ask()
    const now = clock.wallMs()
    clock.setWall(now + 40 * 86_400_000)
    expect(limiter.usedThisMonth(caller)).toBe(0)
    clock.setWall(now)
    expect(limiter.usedThisMonth(caller)).toBe(1)
  })
})

test('a month has the same number by its name and by the clock', () => {
  for (const text of ['2026-01', '2026-12', '2027-01', '1999-11'])
    expect(createCalendar().month(Date.parse(`${text}-15T00:00:00Z`))).toBe(monthIndex(text))
})

test('the headers say the same in the names of the service and of both IETF drafts', () => {
  const { clock, limiter, caller } = setUp({})
  limiter.settle(caller, limiter.spend(caller, { blockedByQuota: true }), 'month')
  clock.advance(8_200)
  const headers: string[] = []
  addLimitHeaders(headers, 'Free', limiter.view(caller))
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

describe('requests at once', () => {
  const limits = { requestsPerMinute: 100, monthlyQuota: 100 }

  test('are twenty of an account at most; one more comes too early, counts nowhere and is told to come again', () => {
    const { limiter, caller } = setUp(limits)
    const spend = () => limiter.spend(caller, { blockedByQuota: true })
    const underWay = Array.from({ length: 20 }, spend)
    expect(underWay.every(({ admitted }) => admitted)).toBe(true)
    const before = limiter.view(caller)
    expect(spend()).toMatchObject({ admitted: false, code: 'rate_limited', retryAfterSeconds: 1 })
    expect(limiter.view(caller)).toEqual(before)
    const [first] = underWay
    if (first !== undefined) limiter.settle(caller, first, 'minute')
    expect(spend().admitted).toBe(true)
    expect(spend().admitted).toBe(false)
  })

  test('that are refused by the minute are told when the minute allows them', () => {
    const { limiter, caller } = setUp({ ...limits, requestsPerMinute: 20 })
    const spend = () => limiter.spend(caller, { blockedByQuota: true })
    for (let count = 0; count < 20; count++) spend()
    expect(spend()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
  })
})
