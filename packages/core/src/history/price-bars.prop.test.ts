import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySeries, seriesOf, seriesStartMs } from '../testing/any-series.js'
import type { Point } from './point.js'
import { type Bar, type BarInterval, barIntervalMs, bars, type PriceBar } from './price-bars.js'
import { readPoints, type Series } from './series.js'

const whole = (series: Series) => ({ from: 0, to: series.length })
const interval = fc.constantFrom(...(Object.keys(barIntervalMs) as BarInterval[]))

function naiveBars(points: readonly Point[], name: BarInterval): readonly Bar[] {
  const starts = [...new Set(points.map(({ t }) => t - (t % barIntervalMs[name])))]
  return starts.map((t) => {
    const inside = points.filter((point) => point.t >= t && point.t < t + barIntervalMs[name])
    return {
      t,
      buy: naiveBar(inside.map(({ buy, buyAds }) => ({ price: buy, ads: buyAds }))),
      sell: naiveBar(inside.map(({ sell, sellAds }) => ({ price: sell, ads: sellAds }))),
      points: inside.length,
    }
  })
}

function naiveBar(sides: readonly { readonly price: number | null; readonly ads: number }[]): PriceBar | null {
  const present = sides.flatMap(({ price, ads }) => (price === null ? [] : [{ price, ads }]))
  const prices = present.map(({ price }) => price)
  const [open] = prices
  const last = present.at(-1)
  if (open === undefined || last === undefined) return null
  return { open, high: Math.max(...prices), low: Math.min(...prices), close: last.price, ads: last.ads }
}

test('equal what plain points would give, for every interval', () => {
  fc.assert(
    fc.property(anySeries, interval, (series, name) => {
      expect(bars(series, whole(series), name)).toEqual(naiveBars(readPoints(series, whole(series)), name))
    }),
    { seed: Number(process.env.SEED) },
  )
})

test('begin at whole hours and at midnight UTC', () => {
  const series = seriesOf(Array.from({ length: 700 }, () => ({ buy: 41, sell: 40 })))
  const startsOf = (name: BarInterval) =>
    bars(series, whole(series), name).map(({ t }) => new Date(t).toISOString().slice(5, 16))
  expect(new Date(seriesStartMs).toISOString()).toBe('2026-05-01T07:35:00.000Z')
  expect(startsOf('1d')).toEqual(['05-01T00:00', '05-02T00:00', '05-03T00:00'])
  expect(startsOf('4h').slice(0, 2)).toEqual(['05-01T04:00', '05-01T08:00'])
  expect(startsOf('15m').slice(0, 2)).toEqual(['05-01T07:30', '05-01T07:45'])
})

test('of five minutes are the points themselves', () => {
  const series = seriesOf([{ buy: 41, sell: null }, undefined, { buy: 42, sell: 40 }])
  const flat = (price: number) => ({ open: price, high: price, low: price, close: price, ads: 1 })
  expect(bars(series, whole(series), '5m')).toEqual([
    { t: seriesStartMs, buy: flat(41), sell: null, points: 1 },
    { t: seriesStartMs + 600_000, buy: flat(42), sell: flat(40), points: 1 },
  ])
})
