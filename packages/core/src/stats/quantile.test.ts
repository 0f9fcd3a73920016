import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median } from './median.js'
import { quantile } from './quantile.js'

test('lies straight between neighbours', () => {
  expect(quantile([4, 1, 3, 2], 0)).toBe(1)
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
  expect(quantile([4, 1, 3, 2], 0.9)).toBeCloseTo(3.7, 12)
  expect(quantile([4, 1, 3, 2], 1)).toBe(4)
})

test('a median of an odd number is one of the values', () => {
  expect(median([10, 9, 100])).toBe(10)
})

test('nothing has no median', () => {
  expect(median([])).toBeNull()
})

test('never leaves the range of the values and never falls as the share grows', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(values, share, share, (list, a, b) => {
      const low = quantile(list, Math.min(a, b)) ?? Number.NaN
      const high = quantile(list, Math.max(a, b)) ?? Number.NaN
      expect(low).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9)
      expect(high).toBeLessThanOrEqual(Math.max(...list) + 1e-9)
      expect(low).toBeLessThanOrEqual(high + 1e-9)
    }),
    { seed: Number(process.env.SEED) },
  )
})
