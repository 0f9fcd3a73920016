import { exchangeIds, fiats } from '@p2p-rates/core'
import { maxFilterLength } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as inputs from './common-inputs.js'
import { type Input, readQuery } from './input.js'
import { defaultPlans, type PlanLimits, planNames } from './plans.js'

const seed = Number(process.env.SEED)
const runs = { seed, numRuns: 300 }

function read(input: Input, sent?: string, limits: PlanLimits = defaultPlans.Pro) {
  const search = new URLSearchParams(sent === undefined ? [] : [['it', sent]])
  const reading = readQuery({ it: input }, search, limits)
  return reading.ok ? reading.values.it : reading.problem.code
}
const messageOf = (input: Input, sent: string): string => {
  const reading = readQuery({ it: input }, new URLSearchParams([['it', sent]]), defaultPlans.Pro)
  return reading.ok ? '' : reading.problem.message
}

describe('a whole number', () => {
  const input = inputs.wholeNumber(7, 'A number.')

  test('is what its digits say, up to nine of them, with zeros in front or without', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 5 }), (value, zeros) => {
        const text = String(value).padStart(Math.min(9, String(value).length + zeros), '0')
        expect(read(input, text)).toBe(value)
      }),
      runs,
    )
  })

  test('of more digits counts as the largest, however many they are', () => {
    for (const length of [10, 20, 309, 5_000]) expect(read(input, '1'.repeat(length))).toBe(999_999_999)
  })

  test('is nothing but plain digits: whatever stands among them, it is refused and never guessed', () => {
    const stranger = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => !/^[0-9]+$/.test(text))
    fc.assert(
      fc.property(fc.nat(9_999), stranger, fc.nat(4), (value, odd, at) => {
        const digits = String(value)
        expect(read(input, digits.slice(0, at) + odd + digits.slice(at))).toBe('invalid_parameter')
      }),
      runs,
    )
  })

  test('takes its preset where none is sent, and is never 0', () => {
    expect([read(input), read(input, '0'), read(input, '000')]).toEqual([7, 'invalid_parameter', 'invalid_parameter'])
  })
})

describe('an amount', () => {
  const input = inputs.amount(1_000, 'Money.')

  test('is exact with up to 12 digits before the point and 8 behind it', () => {
    const part = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${length}}$`))
    fc.assert(
      fc.property(part(12), fc.option(part(8), { nil: null }), (whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`
        const largest = Number(text) > inputs.largestAmount
        const expected = Number(text) === 0 || largest ? 'invalid_parameter' : Number(text)
        expect([text, read(input, text)]).toEqual([text, expected])
      }),
      runs,
    )
  })

  test('ends at the largest, which is read, and one step above it, which is not', () => {
    expect(read(input, '999999999999')).toBe(inputs.largestAmount)
    expect(read(input, '999999999999.01')).toBe('invalid_parameter')
    expect(read(input, '0.00000001')).toBe(1e-8)
    expect(read(input, '0.000000001')).toBe('invalid_parameter')
  })

  test('that may be absent is absent, not 0 and not a preset', () => {
    expect(read(inputs.optionalAmount('Money.'))).toBe(undefined)
    expect(read(inputs.optionalAmount('Money.'), '0')).toBe('invalid_parameter')
    expect(read(input)).toBe(1_000)
  })
})

describe('the depth in hours', () => {
  test('is lowered to what the plan allows, from the first hour above it', () =>
    checkEach(planNames, (name) => {
      const limits = defaultPlans[name]
      const reading = (hours: number) =>
        readQuery({ hours: inputs.hours }, new URLSearchParams({ hours: String(hours) }), limits)
      const most = limits.historyHours
      if (most > 0) expect(reading(most)).toEqual({ ok: true, values: { hours: most }, clamped: [], hints: [] })
      expect(reading(most + 1)).toEqual({ ok: true, values: { hours: most }, clamped: ['hours'], hints: [] })
    }))

  test('is a day where nothing is sent', () => {
    expect(read(inputs.hours)).toBe(24)
  })
})

describe('words', () => {
  const anyCase = (word: string) =>
    fc.tuple(...[...word].map((letter) => fc.constantFrom(letter.toLowerCase(), letter.toUpperCase())))

  test('of currencies and sides are read in any case and returned in capitals', () => {
    for (const word of fiats)
      fc.assert(
        fc.property(anyCase(word), (letters) => read(inputs.fiat, letters.join('')) === word),
        { seed, numRuns: 8 },
      )
    expect(['buy', 'Buy', 'sELL'].map((word) => read(inputs.side, word))).toEqual(['BUY', 'BUY', 'SELL'])
  })

  test('of foreign letters that only become plain by a change of case are not read', () => {
    // U+017F and U+0131 are capitals of S and I, U+212A is a small k.
    for (const word of ['\u017fell', 'ſELL']) expect(read(inputs.side, word)).toBe('invalid_parameter')
    for (const word of ['\u0131nr', '\u212ags', 'ＵＡＨ', 'uah '])
      expect(read(inputs.fiat, word)).toBe('unsupported_fiat')
  })

  test('of exchanges are exact: another case is refused, with the word that was meant', () => {
    for (const id of exchangeIds) {
      for (const input of [inputs.exchangeOrAll, inputs.optionalExchange('One.')]) {
        expect(read(input, id)).toBe(id)
        expect(read(input, id.toUpperCase())).toBe('unsupported_exchange')
        expect(messageOf(input, id.toUpperCase())).toMatch(new RegExp(`Did you mean \`${id}\`\\?$`))
      }
    }
  })

  test('of an order book are the exchanges and all, which no other place takes', () => {
    expect(read(inputs.exchangeOrAll, 'all')).toBe('all')
    expect(messageOf(inputs.exchangeOrAll, 'al')).toMatch(/^`it` must be all or one of .*Did you mean `all`\?$/)
    for (const input of [inputs.optionalExchange('One.'), inputs.series])
      expect(read(input, 'all')).toBe('unsupported_exchange')
  })

  test('of series are the exchanges and best, of all other places the exchanges alone', () => {
    expect([undefined, 'best', 'index', ...exchangeIds].map((name) => read(inputs.series, name))).toEqual([
      'best',
      'best',
      'index',
      ...exchangeIds,
    ])
    expect(read(inputs.optionalExchange('One.'), 'best')).toBe('unsupported_exchange')
  })

  test('optional parameters may be absent, and invalid values are rejected anyway', () => {
    expect([read(inputs.optionalFiat('One.')), read(inputs.optionalExchange('One.'))]).toEqual([undefined, undefined])
    expect(read(inputs.optionalFiat('One.'), 'uhhh')).toBe('unsupported_fiat')
    expect(read(inputs.fiat)).toBe('UAH')
  })

  test('far from every known one are answered with the list and no guess', () => {
    expect(messageOf(inputs.format, 'parquet')).toBe('`it` must be json or csv.')
    expect(messageOf(inputs.format, 'CSV')).toBe('`it` must be json or csv. Did you mean `csv`?')
  })
})

test('a payment method is counted as people count letters, and an empty one is no filter', () => {
  const longest = '\u{1f4b3}'.repeat(maxFilterLength)
  expect(read(inputs.paymentMethod, longest)).toBe(longest)
  expect(read(inputs.paymentMethod, `${longest}a`)).toBe('invalid_parameter')
  expect([read(inputs.paymentMethod, ''), read(inputs.paymentMethod)]).toEqual([undefined, undefined])
  expect(read(inputs.paymentMethod, ' ')).toBe(' ')
})

test('extras come in one order, whatever the order they were asked in, each once and none unknown', () => {
  const words = ['age', 'rails', 'trust'] as const
  const input = inputs.includeParam(words, 'More.')
  fc.assert(
    fc.property(fc.shuffledSubarray([...words], { minLength: 1 }), (asked) => {
      expect(read(input, asked.join(','))).toEqual(words.filter((word) => asked.includes(word)))
      expect(read(input, [...asked, asked[0]].join(','))).toBe('invalid_parameter')
      expect(read(input, [...asked, 'secrets'].join(','))).toBe('invalid_parameter')
    }),
    runs,
  )
  expect([read(input), read(input, ','), read(input, 'age, rails')]).toEqual([
    undefined,
    'invalid_parameter',
    'invalid_parameter',
  ])
})
