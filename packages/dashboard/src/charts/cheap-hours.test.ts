import type { Candle } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { heatOf, hourText, shiftedHours, stretchesOf, weekOfHours } from './cheap-hours.js'

const hourMs = 3_600_000
/** Monday, midnight in Kyiv. */
const monday = Date.parse('2026-11-01T22:00:00Z')
const candle = (hour: number, close: number | null): Candle => ({
  t: new Date(monday + hour * hourMs).toISOString(),
  buy: close === null ? null : { open: close, high: close, low: close, close },
  sell: null,
})
/** Three weeks in which five in the morning in Kyiv is 1 % cheaper than the other hours. */
const weeks = Array.from({ length: 3 * 168 }, (_, hour) => candle(hour, hour % 24 === 5 ? 39.6 : 40))

describe('a week of hours', () => {
  test('finds the cheap hour on every day of the week, against the mean of its own day', () => {
    const week = weekOfHours(weeks, 'kyiv')
    expect(week.length).toBe(7)
    const mean = (23 * 40 + 39.6) / 24
    for (const day of week) {
      expect(day.length).toBe(24)
      expect(day[5]).toBeCloseTo(39.6 / mean - 1, 10)
      expect(day[6]).toBeCloseTo(40 / mean - 1, 10)
    }
  })
  test('takes a trend for no time of day', () => {
    const rising = Array.from({ length: 3 * 168 }, (_, hour) => candle(hour, 40 + Math.floor(hour / 24)))
    expect(weekOfHours(rising, 'kyiv').flat()).toEqual(Array.from({ length: 168 }, () => 0))
  })
  test('leaves a cell empty that fewer than three days stand behind', () => {
    const missing = weeks.map((one, hour) => (hour === 29 ? candle(hour, null) : one))
    const week = weekOfHours(missing, 'kyiv')
    expect(week[1]?.[5]).toBeNull()
    expect(week[1]?.[6]).not.toBeNull()
    expect(weekOfHours([], 'kyiv').flat()).toEqual(Array.from({ length: 168 }, () => null))
  })
  test('one wild day does not move a cell', () => {
    const wild = weeks.map((one, hour) => (hour === 8 ? candle(hour, 4) : one))
    expect(heatOf(weekOfHours(wild, 'kyiv')[0]?.[8] ?? -1)).toBe(0)
  })
})

test.each([
  [0.01, 0],
  [0, 0],
  [-0.0004, 0],
  [-0.0005, 1],
  [-0.001, 2],
  [-0.0015, 3],
  [-0.002, 4],
  [-0.5, 4],
])('a difference of %d is of class %d', (delta, heat) => {
  expect(heatOf(delta)).toBe(heat)
})

test('hours of Kyiv are shifted to another clock, over midnight and by half hours', () => {
  expect(shiftedHours([5, 4, 6], 0)).toEqual([4, 5, 6])
  expect(shiftedHours([0, 23], -2)).toEqual([21, 22])
  expect(shiftedHours([5], 3.5).map(hourText)).toEqual(['08:30'])
})

test('hours that follow each other get one ring', () => {
  expect(stretchesOf([6, 4, 5, 22])).toEqual([
    { from: 4, to: 7 },
    { from: 22, to: 23 },
  ])
})
