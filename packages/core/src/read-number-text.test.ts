import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { count, decimal, percent, percentText, price, ratio01, readDecimal, readInteger } from './read-number-text.js'
import { checkEach } from './testing/check-each.js'

const notNumbers = [
  '',
  ' ',
  '+1',
  '-1',
  '-0',
  '1e3',
  '1E3',
  '0x10',
  '0b1',
  '1.',
  '.5',
  '.',
  '1..2',
  '1.2.3',
  ' 1',
  '1 ',
  '1\n',
  '1 000',
  '41,20',
  '1_000',
  '١٢',
  '１２',
  '१',
  '1٫5',
  'NaN',
  'Infinity',
  '1e999',
  'null',
  '$1',
  '1%',
  '1n',
  '\u00001',
  '1\u200b',
]

describe('readDecimal', () => {
  test('refuses text other than a plain decimal number', () =>
    checkEach(notNumbers, (text) => expect(readDecimal(text)).toBeNull()))

  test('reads plain decimal numbers', () =>
    checkEach(
      [
        ['0', 0],
        ['7', 7],
        ['41.20', 41.2],
        ['007.50', 7.5],
        ['123456789012.125', 123456789012.125],
      ] as const,
      ([text, value]) => expect(readDecimal(text)).toBe(value),
    ))

  test('takes at most 12 digits before and 8 behind the point', () => {
    expect(readDecimal('9'.repeat(12))).toBe(999_999_999_999)
    expect(readDecimal('9'.repeat(13))).toBeNull()
    expect(readDecimal(`1.${'1'.repeat(8)}`)).toBe(1.11111111)
    expect(readDecimal(`1.${'1'.repeat(9)}`)).toBeNull()
  })

  test('refuses a megabyte of digits without reading it', () => {
    expect(readDecimal('1'.repeat(1_000_000))).toBeNull()
  })
})

describe('readInteger', () => {
  test('refuses text other than a plain whole number', () =>
    checkEach([...notNumbers, '1.0', '41.20'], (text) => expect(readInteger(text)).toBeNull()))

  test('reads up to nine digits', () => {
    expect(readInteger('0')).toBe(0)
    expect(readInteger('999999999')).toBe(999_999_999)
    expect(readInteger('1000000000')).toBeNull()
  })
})

const read = (schema: z.ZodType<number>, wire: unknown) => schema.safeParse(wire).data ?? null

describe('a wire number', () => {
  test('is a number or its text, whatever it stands for, and nothing else', () =>
    checkEach(Object.entries({ decimal, price, count, ratio01, percent }), ([, schema]) => {
      const others = [null, undefined, true, [], ['1'], {}, Number.NaN, Number.POSITIVE_INFINITY, -1]
      expect([...notNumbers, ...others].filter((wire) => read(schema, wire) !== null)).toEqual([])
      expect(read(schema, '1')).toBe(read(schema, 1))
      expect(read(schema, 1)).not.toBeNull()
    }))

  test('is a price above 0 and below 10^12', () => {
    expect(['0', '0.000', 0, -0, 1e12, '1000000000000'].map((wire) => read(price, wire))).toEqual(Array(6).fill(null))
    expect(read(price, '999999999999.5')).toBe(999999999999.5)
  })

  test('is an amount from 0 on, and -0 is 0', () => {
    expect(read(decimal, '0.00')).toBe(0)
    expect(Object.is(read(decimal, -0), 0)).toBe(true)
    expect(read(decimal, 1e300)).toBeNull()
  })

  test('is a count only when whole', () => {
    expect(read(count, '680')).toBe(680)
    expect(read(count, '680.5')).toBeNull()
    expect(read(count, 2 ** 60)).toBeNull()
  })

  test('is percent from a ratio without binary dust', () => {
    expect(read(ratio01, 0.834)).toBe(83.4)
    expect(read(ratio01, '0.9483')).toBe(94.83)
    expect(read(ratio01, 0.99651314)).toBe(99.651314)
    expect(read(ratio01, 1)).toBe(100)
  })

  test('outside its scale is refused, so that a changed scale shows', () => {
    expect(read(ratio01, 98.1)).toBeNull()
    expect(read(percent, 100.1)).toBeNull()
    expect(read(percent, '96.5')).toBe(96.5)
  })

  test('is percent with its sign', () => {
    expect(percentText.parse('99.31%')).toBe(99.31)
    expect(percentText.parse('0%')).toBe(0)
    for (const text of ['99.31', '%', '101%', '-1%', '99,31%', '99.31 %', '9.9e1%', '']) {
      expect(percentText.safeParse(text).success).toBe(false)
    }
    expect(percentText.safeParse(99.31).success).toBe(false)
  })
})
