import { expect, test } from 'vitest'
import { asPoints, every5Minutes } from '../testing/prices.js'
import { hourMs } from './group-by-hour.js'
import { marketStats } from './stats.js'

const nowMs = Date.UTC(2026, 5, 20, 12)
const minutesAgo = (minutes: number, buy: number | null) => ({ t: nowMs - minutes * 60_000, buy })

test('fewer than two prices in a week, or none in a day, say nothing', () => {
  const ask = (points: { t: number; buy: number | null }[]) => marketStats({ points, bestBuyNow: 41, nowMs })
  expect(ask([])).toBeNull()
  expect(ask([minutesAgo(5, 41)])).toBeNull()
  expect(ask([minutesAgo(10, null), minutesAgo(5, 41)])).toBeNull()
  expect(ask([minutesAgo(3000, 41), minutesAgo(2000, 41)])).toBeNull()
  expect(ask([minutesAgo(8 * 24 * 60, 41), minutesAgo(5, 41)])).toBeNull()
  expect(ask([minutesAgo(10, 41), minutesAgo(5, 41)])).toMatchObject({ dataPoints: 2, verdict: 'unknown' })
})

test('each figure looks at its own window', () => {
  const points = [
    minutesAgo(31 * 24 * 60, 10),
    minutesAgo(6 * 24 * 60, 39),
    minutesAgo(2 * 24 * 60, 40),
    minutesAgo(120, 41),
    minutesAgo(60, 42),
    minutesAgo(0, 43),
    minutesAgo(-5, 99),
  ]
  expect(marketStats({ points, bestBuyNow: 43, nowMs })).toMatchObject({
    bestBuyNow: 43,
    average24h: 42,
    average7d: 41,
    lowest24h: 42,
    deltaVs24hPct: (43 / 42 - 1) * 100,
    deltaVs7dPct: (43 / 41 - 1) * 100,
    dataPoints: 5,
  })
})

test('a month of a quiet market gives every figure', () => {
  const points = asPoints(every5Minutes(nowMs, 720, (t) => 41 + (Math.floor(t / hourMs) % 5) * 0.1))
  const stats = marketStats({ points, bestBuyNow: 42, nowMs })
  expect(stats).toMatchObject({ verdict: 'very_high', cheapestHoursKyiv: [], dataPoints: 2017 })
})
