import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { marketStats } from '../index.js'
import { fewer, property } from '../testing/property.js'
import { createLocalTime } from './local-time.js'
import { verdicts } from './verdict-and-volatility.js'

const hourMs = 3_600_000
const slotMs = 300_000
const nowMs = Date.UTC(2026, 5, 20, 12)

const series = (endMs: number, hours: number, price: (t: number, index: number) => number) =>
  Array.from({ length: hours * 12 }, (_, index) => {
    const t = endMs - (hours * 12 - 1 - index) * slotMs
    return { t, buy: price(t, index) }
  })

/** Noise that belongs to its place in the series, not to the clock. */
const wobble = (index: number) => (((index * 48_271 + 11) % 2_147_483_647) % 1000) / 1_000_000

const price = fc.double({ min: 0.01, max: 100_000, noNaN: true })
const near = fc.double({ min: 40.5, max: 41.5, noNaN: true })

property(
  15,
  'statistics invent nothing: no verdict on a flat series, no hours in a trend, no minimum above now, real days in Kyiv',
  (runs) => {
    fc.assert(
      fc.property(price, (buy) => {
        const stats = marketStats({ points: series(nowMs, 72, () => buy), bestBuyNow: buy, nowMs })
        strictEqual(stats?.verdict, 'normal')
        ok(Math.abs(stats.deltaVs24hPct) < 1e-8 && Math.abs(stats.deltaVs7dPct) < 1e-8)
        deepStrictEqual(stats.cheapestHoursKyiv, [])
      }),
      fewer(runs, 10),
    )
    const walk = series(nowMs, 200, (t, index) => 41 * Math.exp(0.003 * Math.sin(t / 9e6) + wobble(index)))
    fc.assert(
      fc.property(near, near, (a, b) => {
        const stats = (bestBuyNow: number) => marketStats({ points: walk, bestBuyNow, nowMs })
        const [low, high] = [stats(Math.min(a, b)), stats(Math.max(a, b))]
        ok(verdicts.indexOf(low?.verdict ?? 'unknown') <= verdicts.indexOf(high?.verdict ?? 'unknown'))
        ok((low?.lowest24h ?? 0) <= Math.min(a, b))
      }),
      fewer(runs, 20),
    )
    fc.assert(
      fc.property(fc.double({ min: -0.3, max: 0.3, noNaN: true }), (trend) => {
        const points = series(nowMs, 168, (_, index) => 41 * Math.exp((trend * index) / 2016))
        deepStrictEqual(marketStats({ points, bestBuyNow: 41, nowMs })?.cheapestHoursKyiv, [])
      }),
      fewer(runs, 20),
    )
    const daily = (endMs: number) =>
      marketStats({
        points: series(
          endMs,
          168,
          (t, index) => 41 * Math.exp(0.003 * Math.cos((2 * Math.PI * t) / (24 * hourMs)) + wobble(index)),
        ),
        bestBuyNow: 41,
        nowMs: endMs,
      })?.cheapestHoursKyiv.map(({ hour }) => hour)
    const here = daily(nowMs)
    strictEqual(here?.length, 3)
    fc.assert(
      // From the end of March to the end of October the clocks of Kyiv stand still.
      fc.property(fc.integer({ min: -60, max: 120 }), (days) =>
        deepStrictEqual(daily(nowMs + days * 24 * hourMs), here),
      ),
      fewer(runs, 20),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2100 }),
        fc.constantFrom([2, 23] as const, [9, 25] as const),
        (year, [month, hours]) => {
          strictEqual(hoursOf(lastSunday(year, month)), hours)
        },
      ),
      fewer(runs, 10),
    )
  },
)

const lastSunday = (year: number, month: number): string => {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return new Date(last.getTime() - last.getUTCDay() * 24 * hourMs).toISOString().slice(0, 10)
}

function hoursOf(date: string): number {
  const from = Date.parse(`${date}T00:00:00Z`) - 6 * hourMs
  const kyivTime = createLocalTime('Europe/Kyiv')
  const dateAt = (atMs: number) => new Date(kyivTime(atMs)).toISOString().slice(0, 10)
  return Array.from({ length: 36 }, (_, hour) => dateAt(from + hour * hourMs)).filter((day) => day === date).length
}
