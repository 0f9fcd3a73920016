import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNumbers } from './numbers.js'
import { readAmount } from './read-amount.js'

test.each([
  ['20000', '20000'],
  ['20,000', '20000'],
  ['20 000', '20000'],
  ['20\u00a0000.50', '20000.5'],
  ["20'000", '20000'],
  ['20’000', '20000'],
  ['1,234', '1234'],
  ['1,234.5', '1234.5'],
  ['0.5', '0.5'],
  ['007', '7'],
  ['1,23', null],
  ['1.2.3', null],
  ['12,345,67', null],
  ['0', null],
  ['0.00', null],
  ['-5', null],
  ['+5', null],
  ['1e3', null],
  ['0x10', null],
  ['٥', null],
  ['', null],
  [' ', null],
  ['.5', null],
  ['5.', null],
  ['1234567890123', null],
  ['1.123456789', null],
])('in English %j is %j', (typed, plain) => {
  expect(readAmount(typed, 'en')).toBe(plain)
})

test.each([
  ['20 000', '20000'],
  ['41,30', '41.3'],
  ['41.30', '41.3'],
  ['1,234', '1.234'],
  ['1 234,5', '1234.5'],
  ['1.234,5', null],
])('in Ukrainian %j is %j', (typed, plain) => {
  expect(readAmount(typed, 'uk')).toBe(plain)
})

test.each(['en', 'uk', 'de'])('in %s every amount is read as it was written', (lang) => {
  const { grouped } = createNumbers(lang)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
      expect(readAmount(grouped(cents / 100), lang)).toBe(String(cents / 100))
    }),
  )
})
