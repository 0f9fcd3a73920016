import { expect, test } from 'vitest'
import { theCandles, theHistory } from '../../testing/known-prices.js'
import { candlesQuery, historyQuery, pairsOf, pointsOf, ranges } from './price-history-data.js'

test('a day is asked for point by point, longer periods by their closing prices', () => {
  expect(historyQuery('UAH', 'best', '24h')).toEqual({ fiat: 'UAH', exchange: 'best', hours: 24, max_points: 300 })
  expect(candlesQuery('UAH', 'best', '24h')).toBeNull()
  expect(historyQuery('UAH', 'okx', '7d')).toBeNull()
  expect(candlesQuery('UAH', 'okx', '7d')).toEqual({ fiat: 'UAH', exchange: 'okx', interval: '15m', hours: 168 })
  for (const { hours, stepMs } of Object.values(ranges)) expect((hours * 3_600_000) / stepMs).toBeLessThanOrEqual(720)
})

test('points and candles become the same pairs', () => {
  const points = pairsOf(theHistory(), null) ?? []
  expect(points.at(-1)).toMatchObject({ buy: 41.3, sell: 41.05 })
  const closes = pairsOf(null, theCandles('1h', 24)) ?? []
  expect(closes.length).toBe(24)
  expect(pairsOf(null, null)).toBeNull()
})

test('one exchange is compared with the best of all, slot by slot', () => {
  const own = [{ atMs: 0, buy: 41, sell: 40 }]
  const best = [
    { atMs: 0, buy: 40.9, sell: 40.1 },
    { atMs: 1, buy: 40.8, sell: null },
  ]
  expect(pointsOf(own, best)).toEqual([
    { atMs: 0, prices: [41, 40, 40.9, 40.1] },
    { atMs: 1, prices: [null, null, 40.8, null] },
  ])
  expect(pointsOf(own, null)).toEqual([{ atMs: 0, prices: [41, 40] }])
})
