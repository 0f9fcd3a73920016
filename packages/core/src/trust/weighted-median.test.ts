import { expect, test } from 'vitest'
import { weightedMedian, weightedSpread } from './weighted-median.js'

const points = (...pairs: [number, number][]) => pairs.map(([value, weight]) => ({ value, weight }))

test('is the value with half of the weight on either side', () => {
  expect(weightedMedian(points([3, 1], [1, 1], [2, 1]))).toBe(2)
  expect(weightedMedian(points([1, 5], [2, 1], [3, 1]))).toBe(1)
  expect(weightedMedian(points([1, 1], [2, 1], [3, 5]))).toBe(3)
})

test('decides a tie against the tempting price', () => {
  expect(weightedMedian(points([380, 1], [395, 1]))).toBe(395)
  expect(weightedMedian(points([1, 0.1], [2, 0.2], [3, 0.3]))).toBe(3)
})

test('is null without weight', () => {
  expect(weightedMedian([])).toBeNull()
  expect(weightedMedian(points([1, 0]))).toBeNull()
})

test('measures spread like a standard deviation', () => {
  expect(weightedSpread(points([1, 1], [2, 1], [3, 1], [4, 1], [5, 1]), 3)).toBeCloseTo(1.4826, 6)
  expect(weightedSpread([], 3)).toBe(0)
})
