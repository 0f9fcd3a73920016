import { describe, expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { type Interval, mostInWindow } from '../shared/testing/intervals.js'
import { hostileNames } from '../testing/hostile-names.js'
import type { AuthRateLimit, AuthRateLimitSize } from './auth-rate-limiters.js'

const turn = () => new Promise<void>((done) => setImmediate(done))

export const authRateLimitContract = (
  name: string,
  openTwo: (size: AuthRateLimitSize) => ReturnType<OpenTwo<AuthRateLimit>>,
) =>
  describe(`a budget of attempts ${name}`, () => {
    const minute = { most: 3, spanMs: 60_000 }

    test('allows a fixed number per name, on all servers, and then returns the time to wait', async () => {
      const [one, other] = await openTwo(minute)
      expect([
        await one.countAttempt('here'),
        await other.countAttempt('here'),
        await one.countAttempt('here'),
      ]).toEqual([null, null, null])
      for (const budget of [one, other, one, other]) {
        const wait = await budget.countAttempt('here')
        expect(wait).toBeGreaterThan(50)
        expect(wait).toBeLessThanOrEqual(60)
        expect(budget.blockedFor('here')).toBeGreaterThan(50)
      }
      expect(await other.countAttempt('there')).toBeNull()
    })

    test('blocks no caller with attempts left', async () => {
      const [one] = await openTwo(minute)
      expect(one.blockedFor('here')).toBeNull()
      for (let time = 0; time < 2; time++) await one.countAttempt('here')
      expect(one.blockedFor('here')).toBeNull()
    })

    test('lets the exact number of a crowd through', async () => {
      const [one, other] = await openTwo({ most: 30, spanMs: 60_000 })
      const crowd = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : other).countAttempt('here'))
      expect((await Promise.all(crowd)).filter((wait) => wait === null)).toHaveLength(30)
    })

    test('is never exceeded within any span of time, and is there again when it has passed', async () => {
      const spanMs = 200
      const both = await openTwo({ most: 5, spanMs })
      const heard: Interval[] = []
      const guess = async (index: number) => {
        while (heard.length < 25) {
          const startMs = performance.now()
          const wait = await both[index % 2]?.countAttempt('here')
          if (wait === null) heard.push({ startMs, endMs: performance.now() })
          await turn()
        }
      }
      await Promise.all(Array.from({ length: 6 }, (_, index) => guess(index)))
      expect(mostInWindow(heard, spanMs)).toBeLessThanOrEqual(5)
    })

    test('is of each name apart, whatever it is', async () => {
      const [one, other] = await openTwo({ most: 1, spanMs: 60_000 })
      for (const hostile of hostileNames) expect(await one.countAttempt(hostile)).toBeNull()
      for (const hostile of hostileNames) expect(await other.countAttempt(hostile)).toBeGreaterThan(0)
    })
  })
