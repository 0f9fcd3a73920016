import type { Seasonality } from '@p2p-rates/contract'
import { seasonality } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { deltaOf, heatOf, hourRanges, spansInHours, weekOf } from './hour-of-week-deltas.js'

test('a week begins on Monday at midnight, in any order of input', () => {
  const { weekdays, ...told } = seasonality.example as Seasonality
  const week = weekOf({
    ...told,
    weekdays: weekdays.toReversed().map(({ weekday, hours }) => ({ weekday, hours: hours.toReversed() })),
  })
  expect(week.map((day) => day.map(({ hour }) => hour))).toEqual(
    Array.from({ length: 7 }, () => Array.from({ length: 24 }, (_, hour) => hour)),
  )
  expect([week[0]?.[0]?.delta_pct, week[6]?.[0]?.delta_pct]).toEqual([-0.21, -0.03])
})

test.each([
  [-0.21, 4, -0.21],
  [-0.21, 3, -0.21],
  [-0.21, 2, null],
  [null, 0, null],
])('of %d percent in %i hours, %d is shown', (delta_pct, count, shown) => {
  expect(deltaOf({ hour: 5, delta_pct, count })).toBe(shown)
})

test.each([
  [1, 0],
  [0, 0],
  [-0.04, 0],
  [-0.05, 1],
  [-0.1, 2],
  [-0.15, 3],
  [-0.2, 4],
  [-50, 4],
])('a difference of %d percent is of class %d', (pct, heat) => {
  expect(heatOf(pct)).toBe(heat)
})

test('hours that follow each other get one ring', () => {
  expect(hourRanges([6, 4, 5, 22])).toEqual([
    { from: 4, to: 7 },
    { from: 22, to: 23 },
  ])
})

test('hours of a day are found again in each day of a period, joined where they follow each other', () => {
  const hour = 3_600_000
  const midnight = Date.UTC(2026, 10, 20)
  const period = { fromMs: midnight + 3.5 * hour, toMs: midnight + 29 * hour }
  const found = spansInHours([5, 6], period, () => 2)
  expect(found.map(({ fromMs, toMs }) => [(fromMs - midnight) / hour, (toMs - midnight) / hour])).toEqual([
    [3.5, 5],
    [27, 29],
  ])
  expect(spansInHours([], period, () => 2)).toEqual([])
})
