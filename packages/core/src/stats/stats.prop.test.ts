import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketStats } from './stats.js'

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
