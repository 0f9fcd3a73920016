import { describe, expect, test } from 'vitest'
import { type Point, slotMs, slotOf, slotStartMs } from './point.js'
import { createSeries, pointAt, pointsAt, rangeOf, readPoints, withRoomFor, writePoint } from './series.js'

const start = Date.UTC(2026, 4, 1)
const point = (slot: number, buy: number | null, sell: number | null): Point => ({
  t: start + slot * slotMs,
  buy,
  sell,
  buyAds: 3,
  sellAds: 2,
})
const everything = (series: ReturnType<typeof createSeries>) => readPoints(series, { from: 0, to: series.length })

test('every moment of five minutes lies in one slot that starts on the grid', () => {
  const slot = slotOf(start)
  expect(slotStartMs(slot)).toBe(start)
  expect(slotOf(start + slotMs - 1)).toBe(slot)
  expect(slotOf(start + slotMs)).toBe(slot + 1)
  expect(slotOf(-1)).toBe(-1)
})

describe('a series', () => {
  test('returns the written points, aligned to the grid and exact to 1/10,000', () => {
    const series = createSeries(10)
    writePoint(series, { ...point(0, 41.32, 40.98), t: start + 123_456 })
    writePoint(series, point(1, 26_412.5, 0.8641))
    expect(everything(series)).toEqual([point(0, 41.32, 40.98), point(1, 26_412.5, 0.8641)])
  })

  test('has no point where nothing was written, and null where one side had no price', () => {
    const series = createSeries(10)
    writePoint(series, point(0, 41, null))
    writePoint(series, point(3, null, 40))
    writePoint(series, point(5, null, null))
    expect(everything(series)).toEqual([point(0, 41, null), point(3, null, 40)])
    expect(pointAt(series, 1)).toBeNull()
    expect(pointsAt(series, [0, 1, 3])).toEqual([point(0, 41, null), point(3, null, 40)])
    expect(pointAt(series, 99)).toBeNull()
  })

  test('keeps the later of two points of one slot', () => {
    const series = createSeries(10)
    writePoint(series, point(0, 41, 40))
    writePoint(series, point(0, 42, null))
    expect(everything(series)).toEqual([point(0, 42, null)])
  })

  test('forgets the oldest points when full, and never a newer one than 99 % of its length', () => {
    const series = createSeries(100)
    for (let slot = 0; slot < 1000; slot++) {
      writePoint(series, point(slot, 41 + slot / 1000, 40))
      const points = everything(series)
      expect(points.at(-1)).toEqual(point(slot, 41 + slot / 1000, 40))
      expect(points.length).toBeGreaterThanOrEqual(Math.min(slot + 1, 99))
      expect(points[0]?.t).toBe(start + (slot + 1 - points.length) * slotMs)
    }
  })

  test('survives a silence longer than itself', () => {
    const series = createSeries(20)
    for (const slot of [0, 7, 5000]) writePoint(series, point(slot, 41, 40))
    expect(everything(series)).toEqual([point(5000, 41, 40)])
    writePoint(series, point(0, 41, 40))
    expect(everything(series)).toEqual([point(5000, 41, 40)])
  })

  test('moved into a larger one keeps its points and has room for more', () => {
    const small = createSeries(2)
    writePoint(small, point(0, 41, 40))
    writePoint(small, point(1, 42, null))
    const large = withRoomFor(3, small)
    writePoint(large, point(2, 43, 40))
    expect(everything(large)).toEqual([point(0, 41, 40), point(1, 42, null), point(2, 43, 40)])
    expect(everything(withRoomFor(1, small))).toEqual(everything(small))
  })

  test('holds no price rather than a wrong one when it does not fit', () => {
    const series = createSeries(3)
    writePoint(series, { ...point(0, 1e9, 40), buyAds: 70_000, sellAds: -1 })
    expect(everything(series)).toEqual([{ ...point(0, null, 40), buyAds: 65_535, sellAds: 0 }])
  })
})

test('a range holds the slots that start within it', () => {
  const series = createSeries(10)
  for (let slot = 0; slot < 10; slot++) writePoint(series, point(slot, 41, 40))
  const slotsOf = (fromMs: number, toMs: number) =>
    readPoints(series, rangeOf(series, fromMs, toMs)).map(({ t }) => (t - start) / slotMs)
  expect(slotsOf(start + 2 * slotMs, start + 4 * slotMs)).toEqual([2, 3, 4])
  expect(slotsOf(start + 2 * slotMs + 1, start + 5 * slotMs - 1)).toEqual([3, 4])
  expect(slotsOf(0, start - 1)).toEqual([])
  expect(slotsOf(start + 10 * slotMs, start + 99 * slotMs)).toEqual([])
  expect(slotsOf(0, Number.MAX_SAFE_INTEGER)).toHaveLength(10)
})
