import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySeries, seriesOf, seriesStartMs } from '../testing/any-series.js'
import { downsample } from './downsample.js'
import { type Point, slotMs } from './point.js'
import { pointAt, rangeOf, readPoints, type Series } from './series.js'

const whole = (series: Series) => ({ from: 0, to: series.length })
const thinned = (series: Series, maxPoints: number) =>
  downsample(series, whole(series), maxPoints).map((index) => pointAt(series, index))
const limit = fc.integer({ min: 0, max: 120 })

test('never answers more points than asked for, in strictly rising time, each one a real point', () => {
  fc.assert(
    fc.property(anySeries, limit, (series, maxPoints) => {
      const points = thinned(series, maxPoints)
      expect(points.length).toBeLessThanOrEqual(maxPoints)
      expect(points).not.toContain(null)
      const times = points.map((point) => point?.t ?? 0)
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    }),
    { seed: Number(process.env.SEED) },
  )
})

test('keeps every point where they fit', () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const points = readPoints(series, whole(series))
      expect(thinned(series, points.length)).toEqual(points)
    }),
    { seed: Number(process.env.SEED) },
  )
})

test('keeps the first and the last point', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 2, max: 120 }), (series, maxPoints) => {
      const points = readPoints(series, whole(series))
      const kept = thinned(series, maxPoints)
      expect(kept[0]).toEqual(points[0])
      expect(kept.at(-1)).toEqual(points.at(-1))
    }),
    { seed: Number(process.env.SEED) },
  )
})

const pricesOf = (points: readonly (Point | null)[], side: 'buy' | 'sell') =>
  points.map((point) => point?.[side] ?? null).filter((price) => price !== null)

test('keeps the highest and the lowest price of both sides', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 6, max: 120 }), (series, maxPoints) => {
      const kept = thinned(series, maxPoints)
      const points = readPoints(series, whole(series))
      for (const side of ['buy', 'sell'] as const) {
        expect(Math.max(...pricesOf(kept, side))).toBe(Math.max(...pricesOf(points, side)))
        expect(Math.min(...pricesOf(kept, side))).toBe(Math.min(...pricesOf(points, side)))
      }
    }),
    { seed: Number(process.env.SEED) },
  )
})

test('a spike of one slot survives wherever it stands, unlike in plain decimation', () => {
  for (let spike = 0; spike < 8640; spike += 97) {
    const series = seriesOf(Array.from({ length: 8640 }, (_, at) => ({ buy: at === spike ? 39 : 41, sell: 40 })))
    expect(pricesOf(thinned(series, 300), 'buy')).toContain(39)
  }
})

test('uses the room it is given: at most a tenth stays empty where prices move', () => {
  const walk = seriesOf(
    Array.from({ length: 959 }, (_, at) => {
      const buy = 46 + Math.sin(at / 9) + Math.sin(at / 2.3) / 5
      return { buy, sell: buy - 0.3 - Math.sin(at / 5) / 10 }
    }),
  )
  for (const room of [100, 200, 300, 500, 800]) {
    const { length } = thinned(walk, room)
    expect(length).toBeLessThanOrEqual(room)
    expect(length, `of ${room}`).toBeGreaterThan(0.9 * room)
  }
})

test('with room for one more than the ends, the price that buyers wait for comes before every other extreme', () => {
  const series = seriesOf([41, 43, 42, 40, 41].map((buy) => ({ buy, sell: 50 - buy })))
  expect(pricesOf(thinned(series, 3), 'buy')).toEqual([41, 40, 41])
})

test('with room for three, the price that buyers wait for is kept', () => {
  const series = seriesOf([41, 42, 40, 43, 41].map((buy) => ({ buy, sell: buy - 1 })))
  expect(pricesOf(thinned(series, 3), 'buy')).toEqual([41, 40, 41])
  expect(pricesOf(thinned(series, 1), 'buy')).toEqual([41])
})

test('a part of a series is thinned as if the rest were not there', () => {
  const series = seriesOf(Array.from({ length: 400 }, (_, at) => ({ buy: 41 + (at % 37) / 10, sell: 40 })))
  const range = rangeOf(series, seriesStartMs + 100 * slotMs, seriesStartMs + 300 * slotMs)
  const indexes = downsample(series, range, 50)
  expect(indexes[0]).toBe(100)
  expect(indexes.at(-1)).toBe(300)
  expect(downsample(series, { from: 7, to: 7 }, 50)).toEqual([])
})
