import { defaultPlans, type PlanLimits } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { monthIndex } from '../base/time/calendar.js'
import type { Admission, Cost, Limiter, LimitView, MonthRule } from './limiter.js'

/** Start of every limiter under test, 21 November 2026, so that the month does not end during a test. */
export const noonMs = Date.UTC(2026, 10, 21, 12)

type CountedByMonth = (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
type OpenLimiter = (countedByMonth: CountedByMonth) => Promise<Limiter>

export const limiterContract = (name: string, openLimiter: OpenLimiter) =>
  describe(`a limiter ${name}`, () => {
    const setUp = async (limits: Partial<PlanLimits> = {}, countedByMonth: CountedByMonth = async () => []) => {
      const limiter = await openLimiter(countedByMonth)
      const account = { id: 'acc_1', limits: { ...defaultPlans.Free, ...limits } }
      const spend = async (rule: MonthRule = 'binding') => limiter.admitRequest(account, rule)
      const look = async () => (await limiter.viewLimits(account)).view
      const ask = async (cost: Cost = 'month', rule: MonthRule = 'binding') => {
        const admission = await spend(rule)
        if (!admission.admitted) return admission.code
        admission.charge(cost)
        return 'admitted'
      }
      const used = async () => account.limits.monthlyQuota - (await look()).quotaRemaining
      return { limiter, account, spend, look, ask, used }
    }

    test('counts whatever was admitted, and never a refusal', async () => {
      const { look, used, ask } = await setUp({ requestsPerMinute: 4 })
      for (const cost of ['minute', 'minute', 'nothing', 'minute', 'month'] as const) await ask(cost)
      for (let time = 0; time < 5; time++) expect(await ask()).toBe('rate_limited')
      expect((await look()).minuteRemaining).toBe(0)
      expect(await used()).toBe(1)
    })

    test('counts in the month what costs a place in it, nothing else', async () => {
      const { used, ask } = await setUp()
      for (const cost of ['month', 'minute', 'month', 'nothing'] as const) await ask(cost)
      expect(await used()).toBe(2)
    })

    test('a refusal for too many of something else gives its place back, and no other', async () => {
      const { ask } = await setUp({ requestsPerMinute: 2 })
      await ask()
      await ask('nothing')
      expect([await ask(), await ask()]).toEqual(['admitted', 'rate_limited'])
    })

    test('the last place of the month is there again at once when its answer failed', async () => {
      const { ask } = await setUp({ monthlyQuota: 1 })
      expect([await ask('minute'), await ask('minute'), await ask(), await ask()]).toEqual([
        'admitted',
        'admitted',
        'admitted',
        'quota_exceeded',
      ])
    })

    test('gives a request for usage the same numbers as the headers of its answer', async () => {
      const { spend, ask } = await setUp({ monthlyQuota: 3 })
      await ask()
      const admission = await spend('counted')
      expect(admission).toMatchObject({ admitted: true, usedThisMonth: 2 })
      expect(charge(admission, 'month').quotaRemaining).toBe(1)
    })

    test('holds a place of the month for every answer under way', async () => {
      const { spend } = await setUp({ monthlyQuota: 2 })
      const admissions = await Promise.all([1, 2, 3].map(() => spend()))
      expect(admissions.map(({ admitted }) => admitted)).toEqual([true, true, false])
      charge(admissions[0], 'minute')
      expect((await spend()).admitted).toBe(true)
    })

    test('never blocks endpoints that report the month', async () => {
      const { used, ask } = await setUp({ monthlyQuota: 1 })
      await ask()
      expect(await ask('month', 'counted')).toBe('admitted')
      expect(await used()).toBe(1)
      expect(await ask()).toBe('quota_exceeded')
    })

    test('a used-up month comes first, with the longer wait', async () => {
      const { spend, ask } = await setUp({ monthlyQuota: 1, requestsPerMinute: 1 })
      await ask()
      const refusal = await spend()
      expect(refusal).toMatchObject({
        code: 'quota_exceeded',
        message: 'The monthly quota of this account is used up.',
      })
      expect(refusal).toMatchObject({ retryAfterSeconds: 9.5 * 86_400, allowedPerMinute: 1 })
    })

    test('answers twenty of an account at once; one more counts towards no limit and gets a time to retry', async () => {
      const { spend, look } = await setUp({ requestsPerMinute: 100, monthlyQuota: 100 })
      const underWay = await Promise.all(Array.from({ length: 20 }, () => spend()))
      expect(underWay.every(({ admitted }) => admitted)).toBe(true)
      const { minuteRemaining, quotaRemaining } = await look()
      expect(await spend()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1, allowedPerMinute: 60 })
      expect(await look()).toMatchObject({ minuteRemaining, quotaRemaining })
      charge(underWay[0], 'minute')
      expect((await spend()).admitted).toBe(true)
      expect((await spend()).admitted).toBe(false)
    })

    test('at once, too, gives callers rejected by the minute the time of the next slot', async () => {
      const { spend } = await setUp({ requestsPerMinute: 20, monthlyQuota: 100 })
      for (let count = 0; count < 20; count++) await spend()
      const refusal = await spend()
      expect(refusal).toMatchObject({ message: 'The per-minute limit of this account is exceeded.' })
      expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60, allowedPerMinute: 20 })
    })

    test('releases a slot once, however often it is released', async () => {
      const { spend, used, look } = await setUp({ monthlyQuota: 9 })
      const [first] = [await spend(), await spend()]
      for (let times = 0; times < 3; times++) charge(first, 'month')
      expect([await used(), (await look()).minuteRemaining]).toEqual([2, 8])
    })

    test('has who spends apart a minute of their own, and nothing of the month', async () => {
      const { limiter, account, ask, used, spend } = await setUp({ requestsPerMinute: 2, monthlyQuota: 1 })
      const session = { id: 'session_1', limits: account.limits }
      await ask()
      expect((await spend()).admitted).toBe(false)
      const outcomes = []
      for (let time = 0; time < 3; time++) outcomes.push((await limiter.admitRequest(session, 'exempt')).admitted)
      expect(outcomes).toEqual([true, true, false])
      expect(await used()).toBe(1)
    })

    test('asks what counted before once per account, however many come at the same time', async () => {
      const asked: string[] = []
      const { spend } = await setUp({ monthlyQuota: 10 }, async (accountId) => {
        asked.push(accountId)
        return [[monthIndex('2026-11'), 3]]
      })
      const admissions = await Promise.all(Array.from({ length: 8 }, () => spend()))
      expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(7)
      expect(asked).toEqual(['acc_1'])
    })

    test('reads the earlier count again after a failed settlement', async () => {
      let isBroken = true
      const { spend, look } = await setUp({ monthlyQuota: 10 }, async () => {
        if (isBroken) throw new Error('disk')
        return [[monthIndex('2026-11'), 3]]
      })
      await expect(spend()).rejects.toThrow('disk')
      isBroken = false
      expect((await look()).quotaRemaining).toBe(7)
    })

    test('returns consistent numbers with one answer: a crowd counts down, each number once', async () => {
      const { spend } = await setUp({ requestsPerMinute: 9, monthlyQuota: 9 })
      const admissions = await Promise.all(Array.from({ length: 9 }, () => spend()))
      expect(admissions.map((one) => (one.admitted ? one.usedThisMonth : 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      for (const admission of admissions.reverse()) {
        const { minuteRemaining, quotaRemaining } = charge(admission, 'month')
        expect(minuteRemaining).toBe(quotaRemaining)
      }
    })
  })

const charge = (admission: Admission | undefined, cost: Cost): LimitView => {
  if (!admission?.admitted) throw new Error('It was refused.')
  return admission.charge(cost)
}
