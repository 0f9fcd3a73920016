import { describe, expect, test } from 'vitest'
import { fixingOf, fixingWindow } from './fixing.js'

const point = (value: number, sources = 5, sellAds = 2) => ({
  buy: value + 0.2,
  sell: value - 0.2,
  buyAds: sources,
  sellAds,
})
const points = (...values: readonly number[]) => values.map((value) => point(value))

test('the window is an hour around noon', () => {
  expect(fixingWindow).toEqual({ fromMs: 41_400_000, toMs: 45_000_000 })
})

test('a fixing is the median of its window, and rounded as prices are', () => {
  expect(fixingOf(points(41, 41.1, 41.2, 41.3, 41.4, 41.5, 41.6))?.value).toBe(41.3)
  expect(fixingOf(points(41, 41.1, 41.2, 41.3, 41.4, 41.5, 41.6, 99))?.value).toBe(41.35)
  expect(fixingOf(points(41, 41, 41, 41.23456, 42, 42, 42))?.value).toBe(41.235)
})

test('seven of the twelve slots make one, six make none', () => {
  expect(fixingOf(points(41, 41, 41, 41, 41, 41, 41))).not.toBeNull()
  expect(fixingOf(points(41, 41, 41, 41, 41, 41))).toBeNull()
  expect(fixingOf([])).toBeNull()
})

test('a slot with one side alone is none', () => {
  const half = { ...point(41), sell: null }
  expect(fixingOf([...points(41, 41, 41, 41, 41, 41), half])).toBeNull()
})

describe('confidence and number of exchanges', () => {
  const with7 = (sources: readonly number[], levels: readonly number[]) =>
    fixingOf(sources.map((count, at) => point(41, count, levels[at])))
  test('are those in the middle', () => {
    expect(with7([1, 5, 5, 6, 6, 6, 6], [0, 0, 1, 1, 1, 2, 2])).toMatchObject({
      sources: 6,
      confidence: 'medium',
      slots: 7,
    })
  })
  test('and of two in the middle the lower ones', () => {
    expect(with7([2, 2, 2, 2, 6, 6, 6, 6], [0, 0, 0, 0, 2, 2, 2, 2])).toMatchObject({ sources: 2, confidence: 'low' })
  })
})

test('an hour of madness at noon has no effect, as long as most slots are sane', () => {
  expect(fixingOf(points(41, 41.1, 41, 41.1, 41, 41.1, 41, 60, 60, 60, 60, 60))?.value).toBe(41.1)
})
