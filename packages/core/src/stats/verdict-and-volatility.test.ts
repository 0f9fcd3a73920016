import { describe, expect, test } from 'vitest'
import { createRandom } from '../random.js'
import { checkEach } from '../testing/check-each.js'
import { every5Minutes } from '../testing/prices.js'
import { groupByHour, hourMs } from './group-by-hour.js'
import { verdictOf, volatilityOf } from './verdict-and-volatility.js'

const now = Date.UTC(2026, 5, 20, 12)

describe('verdict', () => {
  test('0.66 % above the day at a volatility of 0.34 % is high', () => {
    expect(verdictOf(41.05 * 1.0066, 41.05, 0.0034)).toBe('high')
  })

  test('the distance from the average in volatilities decides', () =>
    checkEach(
      [
        [-2.01, 'very_low'],
        [-1.99, 'low'],
        [-0.76, 'low'],
        [-0.74, 'normal'],
        [0, 'normal'],
        [0.74, 'normal'],
        [0.76, 'high'],
        [1.99, 'high'],
        [2.01, 'very_high'],
      ] as const,
      ([z, verdict]) => {
        expect(verdictOf(41 * Math.exp(z * 0.005), 41, 0.005)).toBe(verdict)
      },
    ))

  test('an unknown volatility gives no opinion', () => {
    expect(verdictOf(50, 41, null)).toBe('unknown')
  })
})

describe('volatility', () => {
  const random = createRandom(4)
  const noisy = (hours: number, sigma: number) =>
    groupByHour(every5Minutes(now - 1, hours, () => 41 * Math.exp(sigma * random.normal())))

  test('is unknown during the first day and a half', () => {
    expect(volatilityOf(noisy(34, 0.01), now)).toBeNull()
    expect(volatilityOf(noisy(36, 0.01), now)).not.toBeNull()
  })

  test('a market that never moves still has 0.10 %, one that jumps about at most 3 %', () => {
    expect(volatilityOf(noisy(200, 0), now)).toBe(0.001)
    expect(volatilityOf(noisy(200, 0.9), now)).toBe(0.03)
  })

  test('is the scaled median distance of an hour from its day', () => {
    // Hours alternate between 40.8 and 41.2: each stands ln(40.8/41) or ln(41.2/41) from a day of 41.
    const hours = Array.from({ length: 192 }, (_, hour) => ({
      hour: now / hourMs - 192 + hour,
      prices: [hour % 2 ? 41.2 : 40.8],
    }))
    const distances = [Math.abs(Math.log(40.8 / 41)), Math.abs(Math.log(41.2 / 41))] as const
    expect(volatilityOf(hours, now)).toBeCloseTo((1.4826 * (distances[0] + distances[1])) / 2, 6)
  })

  test('the running hour and hours older than a week do not count', () => {
    const quiet = Array.from({ length: 192 }, (_, hour) => ({ hour: now / hourMs - 192 + hour, prices: [41] }))
    const wild = Array.from({ length: 100 }, (_, hour) => ({
      hour: now / hourMs - 292 + hour,
      prices: [41 + (hour % 7)],
    }))
    expect(volatilityOf([...wild, ...quiet, { hour: now / hourMs, prices: [90] }], now)).toBe(0.001)
  })
})
