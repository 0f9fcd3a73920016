import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../random.js'
import { asPoints, every5Minutes } from '../testing/prices.js'
import { hourMs } from './group-by-hour.js'
import { marketStats } from './stats.js'
import { verdicts } from './verdict-and-volatility.js'

const nowMs = Date.UTC(2026, 5, 20, 12)

const price = fc.double({ min: 0.01, max: 100_000, noNaN: true })
const series = fc
  .array(
    fc.record({
      ago: fc.integer({ min: 0, max: 30 * 24 * 12 }),
      buy: fc.option(fc.double({ min: 35, max: 45, noNaN: true }), { nil: null }),
    }),
    { maxLength: 300 },
  )
  .map((points) => points.sort((a, b) => b.ago - a.ago).map(({ ago, buy }) => ({ t: nowMs - ago * 300_000, buy })))

test('the minimum is never above the price now, and no figure is ever NaN or infinite', () => {
  fc.assert(
    fc.property(series, price, (points, bestBuyNow) => {
      const stats = marketStats({ points, bestBuyNow, nowMs })
      fc.pre(stats !== null)
      expect(stats.lowest24h).toBeLessThanOrEqual(bestBuyNow)
      for (const figure of Object.values(stats))
        if (typeof figure === 'number') expect(figure).toSatisfy(Number.isFinite)
    }),
    { seed: Number(process.env.SEED) },
  )
})

test('a price that never moves is normal, 0 % from its averages, and has no cheap hours', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 48, max: 720 }), (buy, hours) => {
      const points = asPoints(every5Minutes(nowMs, hours, () => buy))
      const stats = marketStats({ points, bestBuyNow: buy, nowMs })
      expect(stats).toMatchObject({ verdict: 'normal', cheapestHoursKyiv: [], lowest24h: buy })
      expect(stats?.deltaVs24hPct).toBeCloseTo(0, 8)
      expect(stats?.deltaVs7dPct).toBeCloseTo(0, 8)
    }),
    { seed: Number(process.env.SEED), numRuns: 20 },
  )
})

test('a higher price never has a lower verdict', () => {
  const random = createRandom(11)
  const points = asPoints(every5Minutes(nowMs, 200, () => 41 * Math.exp(0.004 * random.normal())))
  const rank = (bestBuyNow: number) =>
    verdicts.indexOf(marketStats({ points, bestBuyNow, nowMs })?.verdict ?? 'unknown')
  const near = fc.double({ min: 40, max: 42, noNaN: true })
  fc.assert(
    fc.property(near, near, (a, b) => {
      expect(rank(Math.min(a, b))).toBeLessThanOrEqual(rank(Math.max(a, b)))
    }),
    { seed: Number(process.env.SEED), numRuns: 40 },
  )
})

test('a straight trend has no cheap hours', () => {
  fc.assert(
    fc.property(fc.double({ min: -0.3, max: 0.3, noNaN: true }), (trend) => {
      const points = asPoints(every5Minutes(nowMs, 168, (_t, index) => 41 * Math.exp((trend * index) / 2016)))
      expect(marketStats({ points, bestBuyNow: 41, nowMs })?.cheapestHoursKyiv).toEqual([])
    }),
    { seed: Number(process.env.SEED), numRuns: 20 },
  )
})

test('moving everything by whole days changes no hour while the clocks stay', () => {
  const daily = (t: number, random: Random) =>
    41 * Math.exp(0.003 * Math.cos((2 * Math.PI * t) / (24 * hourMs)) + 0.0004 * random.normal())
  const hoursFrom = (endMs: number) => {
    const random = createRandom(5)
    const points = asPoints(every5Minutes(endMs, 168, (t) => daily(t, random)))
    return marketStats({ points, bestBuyNow: 41, nowMs: endMs })?.cheapestHoursKyiv.map(({ hour }) => hour)
  }
  const here = hoursFrom(nowMs)
  expect(here).toHaveLength(3)
  fc.assert(
    fc.property(fc.integer({ min: -60, max: 100 }), (days) => {
      expect(hoursFrom(nowMs + days * 24 * hourMs)).toEqual(here)
    }),
    { seed: Number(process.env.SEED), numRuns: 20 },
  )
})
