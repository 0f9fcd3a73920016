import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNumbers } from './numbers.js'
import { readAmount, readPrice, twoReadings } from './read-amount.js'

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

test.each([
  ['en', '45,9', '45.9'],
  ['en', ' 45,90 ', '45.9'],
  ['en', '45.955', '45.955'],
  ['en', '26,115', '26115'],
  ['en', '1,234.5', '1234.5'],
  ['en', '45,9,1', null],
  ['uk', '45,9', '45.9'],
  ['uk', '45.9', '45.9'],
  ['uk', '45,955', '45.955'],
  ['de', '45.9', '45.9'],
  ['de', '26.115', '26115'],
])('in %s the price %j is %j', (lang, typed, plain) => {
  expect(readPrice(typed, lang)).toBe(plain)
})

test.each(['en', 'uk', 'de'])('in %s every amount is read as it was written', (lang) => {
  const { grouped } = createNumbers(lang)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
      expect(readAmount(grouped(cents / 100), lang)).toBe(String(cents / 100))
    }),
  )
})

test('50.000 and 1,00 can be read in two ways, each of which is then read in one', () => {
  for (const [typed, lang, one, other] of [
    ['50.000', 'en', '50', '50000'],
    ['50.000', 'uk', '50', '50000'],
    ['50,000', 'uk', '50', '50000'],
    ['44.955', 'en', '44.9550', '44955'],
    ['1,00', 'en', '1', '100'],
    ['1,25', 'en', '1.25', '125'],
  ] as const) {
    expect.soft(twoReadings(typed, lang), typed).toEqual([one, other])
    expect
      .soft(
        [one, other].map((text) => twoReadings(text, lang)),
        typed,
      )
      .toEqual([null, null])
  }
  for (const typed of ['50,000', '50000', '0.500', '1,234.5', '1,234.567', '1234.567', '44.95', '1 000.500', 'x', ''])
    expect.soft(twoReadings(typed, 'en'), typed).toBe(null)
  for (const typed of ['41,30', '41.30', '0,500', '50 000']) expect.soft(twoReadings(typed, 'uk'), typed).toBe(null)
})
