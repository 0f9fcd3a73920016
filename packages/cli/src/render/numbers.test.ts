import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { change, decimalsOf, grouped, percent, priceText } from './numbers.js'
import { age, duration, localTime } from './times.js'

test.each([
  [0, '0'],
  [-0.001, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [-1_234_567.5, '-1,234,567.5'],
  [41.305, '41.3'],
  [0.1 + 0.2, '0.3'],
])('%d is %s', (value, text) => {
  expect(grouped(value)).toBe(text)
})

test('prices keep the digits they were published with, percents have two, changes a sign', () => {
  expect([41, 41.3, 41.305, 0.00001234].map((price) => priceText(price))).toEqual([
    '41.00',
    '41.30',
    '41.305',
    '0.00001234',
  ])
  expect([percent(0), percent(-0.3), percent(1234)]).toEqual(['0.00 %', '-0.30 %', '1,234.00 %'])
  expect([change(0.5), change(0), change(-0.5)]).toEqual(['+0.50 %', '0.00 %', '-0.50 %'])
  expect([41, 41.3, 41.305, 1e-7].map(decimalsOf)).toEqual([0, 1, 3, 8])
})

test('a number that a server left out is not shown as one', () => {
  for (const missing of [undefined, null, '41']) expect(() => grouped(missing as never)).toThrow('number missing')
})

test('grouping changes no digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (hundredths) => {
      const text = grouped(hundredths / 100)
      expect(Number(text.replaceAll(',', ''))).toBe(hundredths / 100 === 0 ? 0 : hundredths / 100)
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d*[1-9])?$/)
    }),
  )
})

describe('times', () => {
  test.each([
    [-5, '0 s'],
    [119.4, '119 s'],
    [120, '2 min'],
    [7_199, '120 min'],
    [7_200, '2 h'],
    [172_800, '2 d'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })

  test('an age is never negative, whatever two clocks say', () => {
    const atMs = Date.parse('2026-11-21T10:05:00.000Z')
    expect(age('2026-11-21T10:05:00.000Z', atMs + 61_000)).toBe('61 s old')
    expect(age('2026-11-21T10:05:00.000Z', atMs - 61_000)).toBe('0 s old')
  })

  test('a time that cannot be read is shown as it came', () => {
    expect(localTime('2026-11-21T10:05:00.000Z')).toMatch(/^2026-11-2\d \d\d:\d5$/)
    expect(localTime('soon')).toBe('soon')
  })
})
