import { expect, test } from 'vitest'
import { hourMs } from './group-by-hour.js'
import { lowestPrice, meanPrice, percentAbove } from './mean-and-lowest-price.js'

const at = (hour: number, minute: number, price: number) => ({ t: hour * hourMs + minute * 60_000, price })

test('an hour seen often weighs as much as an hour seen once', () => {
  expect(meanPrice([at(1, 0, 40), at(1, 20, 40), at(1, 40, 43), at(2, 0, 42)])).toBe(41.5)
})

test('hours without a price are left out', () => {
  expect(meanPrice([at(1, 0, 40), at(9, 0, 42)])).toBe(41)
  expect(meanPrice([])).toBeNull()
})

test('one blip cannot become the minimum, two looks can', () => {
  const calm = [at(1, 0, 41), at(1, 5, 41.2), at(1, 10, 41.1)]
  expect(lowestPrice([...calm, at(1, 15, 30), at(1, 20, 41.3), at(1, 25, 41.2)], 41.5)).toBe(41.1)
  expect(lowestPrice([...calm, at(1, 15, 40.5), at(1, 20, 40.6), at(1, 25, 41.2)], 41.5)).toBe(40.6)
})

test('the price now is never below the minimum', () => {
  expect(lowestPrice([at(1, 0, 41), at(1, 5, 41), at(1, 10, 41)], 40.9)).toBe(40.9)
  expect(lowestPrice([], 41.32)).toBe(41.32)
})

test('41.32 stands 0.66 % above an average of 41.05', () => {
  expect(percentAbove(41.32, 41.05)).toBeCloseTo(0.66, 2)
})
