import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalMethod, railOf } from './match-method.js'
import { createMethodFilter, maxFilterLength } from './method-filter.js'
import { normaliseMethodName } from './normalise-method-name.js'
import { paymentMethods } from './payment-method-dictionary.js'

const spellings = paymentMethods.flatMap(({ name, aliases }) => [name, ...aliases])
const poison = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'then', '')
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.tuple(fc.constantFrom(...spellings), fc.string({ unit: 'binary', maxLength: 3 })).map((parts) => parts.join('')),
  poison,
)
const context = fc.record(
  {
    exchange: fc.oneof(poison, fc.constantFrom('binance', 'okx')),
    fiat: fc.oneof(poison, fc.constantFrom('UAH', 'EUR')),
  },
  { requiredKeys: [] },
)

test('100,000 arbitrary names are read without harm', () => {
  fc.assert(
    fc.property(anyName, context, (name, where) => {
      const rail = railOf(name, where)
      const normal = normaliseMethodName(name)
      return (
        (rail === '') === (name === '') &&
        normaliseMethodName(normal) === normal &&
        createMethodFilter(name)([name], where) === [...name].length <= maxFilterLength
      )
    }),
    { seed: Number(process.env.SEED), numRuns: 100_000 },
  )
})

test('words of the language are no methods', () => {
  for (const word of ['__proto__', 'constructor', 'toString', 'valueOf']) {
    expect(canonicalMethod(word, { exchange: word, fiat: word })).toBeNull()
    expect(canonicalMethod('Monobank', { exchange: word, fiat: word })?.id).toBe('monobank')
  }
})

test('a megabyte of anything costs no more than a name', () => {
  const huge = 'ﷺ'.repeat(1_000_000)
  expect(normaliseMethodName(huge).length).toBeLessThan(5000)
  expect(railOf(huge).length).toBeLessThan(5000)
  expect(createMethodFilter(huge)(['Monobank'])).toBe(false)
})
