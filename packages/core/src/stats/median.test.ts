import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median } from './median.js'

test('lies halfway between the two values in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('a median of an odd number is one of the values', () => {
  expect(median([10, 9, 100])).toBe(10)
})

test('nothing has no median', () => {
  expect(median([])).toBeNull()
})

test('has as many values on either side', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(values, (list) => {
      const middle = median(list) ?? Number.NaN
      const half = Math.floor(list.length / 2)
      expect(list.filter((value) => value < middle).length).toBeLessThanOrEqual(half)
      expect(list.filter((value) => value > middle).length).toBeLessThanOrEqual(half)
    }),
    { seed: Number(process.env.SEED) },
  )
})
