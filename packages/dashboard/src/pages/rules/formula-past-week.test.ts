import { expect, test } from 'vitest'
import { pastPriceSeries } from './formula-past-week.js'

const hourMs = 3_600_000
const startMs = Date.UTC(2026, 10, 14)
const point = (hours: number, value: number | null = 42) => ({
  t: new Date(startMs + hours * hourMs).toISOString(),
  base: 41,
  value,
})

test('points that are neighbours on record make one line, and hours without a record a gap', () => {
  const grid = pastPriceSeries([point(3), point(3.9), point(4.4), point(8), point(8.5)], startMs, startMs + 9 * hourMs)
  expect(grid.gaps).toEqual([
    { fromMs: startMs, toMs: startMs + 3 * hourMs },
    { fromMs: startMs + 4.4 * hourMs, toMs: startMs + 8 * hourMs },
  ])
  expect(grid.times.map((atMs) => (atMs - startMs) / hourMs)).toEqual([0, 3, 3.9, 4.4, 6.2, 8, 8.5])
  expect(grid.series).toEqual([
    [null, 42, 42, 42, null, 42, 42],
    [null, 41, 41, 41, null, 41, 41],
  ])
})

test('an offset price of zero or less is none, though its base exists', () => {
  expect(pastPriceSeries([point(0), point(0.5, null)], startMs, startMs + hourMs).series).toEqual([
    [42, null],
    [41, 41],
  ])
})

test('a record that ends early ends in a gap', () => {
  const { gaps, times } = pastPriceSeries([point(0)], startMs, startMs + 24 * hourMs)
  expect(gaps).toEqual([{ fromMs: startMs, toMs: startMs + 24 * hourMs }])
  expect(times).toEqual([startMs, startMs + 24 * hourMs])
})
