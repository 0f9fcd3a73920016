import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hoursAhead, zoneName } from '../formats/times-and-zones.js'
import { fewOf, priceRange, priceTicks, timeTicks } from './axis-ticks.js'

describe('lines of prices', () => {
  test('stand at round numbers', () => {
    expect(priceTicks(40.62, 41.43, 5)).toEqual({ at: [40.8, 41, 41.2, 41.4], decimals: 1 })
    expect(priceTicks(25_890, 26_010, 5)).toEqual({ at: [25_900, 25_925, 25_950, 25_975, 26_000], decimals: 0 })
    expect(priceTicks(0.91, 0.913, 3).decimals).toBeGreaterThanOrEqual(3)
  })
  test('stand at prices that the decimals of the page can write', () => {
    expect(priceTicks(45.81, 45.9, 5, 0.01).at).toEqual([45.82, 45.84, 45.86, 45.88, 45.9])
    expect(priceTicks(45.8, 45.91, 5, 0.01).at).toEqual([45.8, 45.85, 45.9])
    expect(priceTicks(0.8575, 0.8595, 5, 0.001).at).toEqual([0.858, 0.859])
    expect(priceTicks(26_099.2, 26_100.4, 5, 1).at).toEqual([26_100])
  })
  test('have texts that differ, lie within the range and are few', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 1e5, noNaN: true }),
        fc.double({ min: 1e-4, max: 0.5, noNaN: true }),
        (low, part) => {
          const high = low * (1 + part)
          const { at, decimals } = priceTicks(low, high, 5)
          const texts = at.map((price) => price.toFixed(decimals))
          expect(new Set(texts).size).toBe(at.length)
          expect(at.length).toBeLessThanOrEqual(6)
          for (const price of at) {
            expect(price).toBeGreaterThanOrEqual(low - (high - low) * 1e-6)
            expect(price).toBeLessThanOrEqual(high + (high - low) * 1e-6)
          }
        },
      ),
    )
  })
})

test('a range never begins at zero, and a flat line has room on both sides', () => {
  const [low, high] = priceRange([41, null, 42])
  expect([low, high].map((price) => Number(price.toFixed(2)))).toEqual([40.92, 42.08])
  const [below, above] = priceRange([41, 41])
  expect(below).toBeLessThan(41)
  expect(above).toBeGreaterThan(41)
  expect(priceRange([null])).toEqual([0, 1])
})

describe('lines of time', () => {
  const kyiv = (atMs: number) => hoursAhead(zoneName('kyiv'), atMs)
  const texts = (from: string, to: string, hours: number, ahead: (atMs: number) => number) =>
    timeTicks(Date.parse(from), Date.parse(to), hours, ahead).map((atMs) => new Date(atMs).toISOString().slice(5, 16))

  test('stand at even hours of the clock that is shown', () => {
    expect(texts('2026-11-21T09:10:00Z', '2026-11-21T15:00:00Z', 2, kyiv)).toEqual([
      '11-21T10:00',
      '11-21T12:00',
      '11-21T14:00',
    ])
  })
  test('stand at midnights, also where the clock is set in between', () => {
    expect(texts('2026-10-24T12:00:00Z', '2026-10-27T00:00:00Z', 24, kyiv)).toEqual([
      '10-24T21:00',
      '10-25T22:00',
      '10-26T22:00',
    ])
  })
  test('follow clocks that are ahead by half hours', () => {
    expect(texts('2026-11-21T00:00:00Z', '2026-11-21T07:00:00Z', 6, () => 5.5)).toEqual(['11-21T00:30', '11-21T06:30'])
  })
})

test('where there is no room for all of them, every second or third remains', () => {
  const week = [1, 2, 3, 4, 5, 6, 7]
  expect(fewOf(week, 8.5)).toEqual(week)
  expect(fewOf(week, 4.9)).toEqual([1, 3, 5, 7])
  expect(fewOf(week, 3)).toEqual([1, 4, 7])
  expect(fewOf(week, 0.2)).toEqual([1])
  expect(fewOf([], 3)).toEqual([])
})
