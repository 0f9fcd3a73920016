import { type Formula, type FormulaBase, sides } from '@p2p-rates/core'
import { formulaBases, maxFilterLength, readDecimal, roundings } from '@p2p-rates/core/internal'
import { z } from 'zod'
import {
  decimalText,
  eachOnce,
  exchangeNames,
  fiat,
  keptDecimals,
  largestAmount,
  methodNames,
  optionalFiat,
  optionalWholeNumber,
  side,
  unknownMethodHint,
} from '../../endpoint/common-inputs.js'
import type { FormulaFields } from '../../endpoint/derived-types.js'
import type { Input, InputsOf, ValuesOf } from '../../endpoint/input.js'
import { orNull } from '../../endpoint/patch-inputs.js'
import { coreWords } from '../../endpoint/type-names.js'
import { wireExchange } from '../../endpoint/wire-schemas.js'
import type { FormulaPreviewQuery } from '../../generated/types.js'

const mostInList = 10
const lastAd = 50
const largestPct = 50
/** Prices are shown with four decimals at most. */
const stepDecimals = 4
const smallestStep = 0.0001

const words = {
  base: '`best`: the best price for a normal caller. `nth`: ad number `n` from the best. `median`: the median of the best prices of the exchanges. `size`: the average price of `amount`.',
  n: 'Rank of the ad, counted from the best. Required for `nth`, not used otherwise.',
  amount: 'Amount in fiat. Required for `size`, not used otherwise.',
  exchanges: 'Only these exchanges; all of them when absent.',
  offset_pct: 'Percent added to the base; negative to subtract.',
  offset: 'Fiat added after the percent; negative to subtract.',
  step: 'Rounding step. If absent, the price gets its usual number of decimals.',
  rounding: 'Rounding direction: to the nearest multiple, up or down.',
  floor: 'Lowest price, applied after rounding.',
  ceiling: 'Highest price, applied after rounding; at least `floor`.',
} as const

const numbers = {
  n: z.int().min(1).max(lastAd),
  amount: keptDecimals(z.number().positive().max(largestAmount)),
  offset_pct: keptDecimals(z.number().min(-largestPct).max(largestPct)),
  offset: keptDecimals(z.number().min(-largestAmount).max(largestAmount)),
  step: keptDecimals(z.number().min(smallestStep).max(largestAmount), stepDecimals),
  floor: keptDecimals(z.number().positive().max(largestAmount)),
  ceiling: keptDecimals(z.number().positive().max(largestAmount)),
} as const

const expected = {
  n: `a whole number from 1 to ${lastAd}`,
  amount: 'a number above 0 with at most 12 digits and 8 decimals',
  offset_pct: `a number from -${largestPct} to ${largestPct} with at most 8 decimals`,
  offset: 'a number with at most 12 digits and 8 decimals, perhaps with a minus',
  step: `a number from ${smallestStep} up with at most ${stepDecimals} decimals`,
  floor: 'a number above 0 with at most 12 digits and 8 decimals',
  ceiling: 'a number above 0 with at most 12 digits and 8 decimals',
} as const

const neededFor =
  (base: FormulaBase): NonNullable<Input<number | undefined>['rule']> =>
  (value, before) =>
    value === undefined && before.get('base') === base ? `given for \`${base}\`` : null

const notBelowFloor: NonNullable<Input<number | undefined>['rule']> = (value, before) => {
  const floor = before.get('floor')
  return value !== undefined && typeof floor === 'number' && value < floor ? 'at least as much as `floor`' : null
}

const choice = {
  base: {
    schema: coreWords('FormulaBase', formulaBases).default('best').meta({ description: words.base }),
    expects: `one of ${formulaBases.join(', ')}`,
    words: formulaBases,
  },
  rounding: {
    schema: coreWords('Rounding', roundings).default('nearest').meta({ description: words.rounding }),
    expects: roundings.join(', '),
    words: roundings,
  },
} as const

const signedText = z
  .string()
  .transform((text) => (text.startsWith('-') ? -1 : 1) * (readDecimal(text.replace(/^-/, '')) ?? Number.NaN) + 0)

const fromText = (name: Exclude<keyof typeof numbers, 'n'>): Input<number | undefined> => ({
  schema: (name.startsWith('offset') ? signedText : decimalText)
    .pipe(numbers[name])
    .optional()
    .meta({ description: words[name] }),
  expects: expected[name],
})

export const formulaQuery = {
  fiat,
  side,
  base: choice.base,
  n: {
    ...optionalWholeNumber(words.n),
    expects: expected.n,
    rule: (value, before) => (value !== undefined && value > lastAd ? expected.n : neededFor('nth')(value, before)),
  },
  amount: { ...fromText('amount'), rule: neededFor('size') },
  exchanges: exchangeNames(words.exchanges),
  payment_method: methodNames(
    'Part of a payment method name in any case, or an alias; a canonical id matches only that method. An ad must accept it.',
  ),
  exclude_method: methodNames('Payment methods to ignore, named like `payment_method`.'),
  offset_pct: fromText('offset_pct'),
  offset: fromText('offset'),
  step: fromText('step'),
  rounding: choice.rounding,
  floor: fromText('floor'),
  ceiling: { ...fromText('ceiling'), rule: notBelowFloor },
} satisfies InputsOf<FormulaPreviewQuery>

const fromJson = (name: keyof typeof numbers): Input<number | undefined> => ({
  schema: numbers[name].optional().meta({ description: words[name] }),
  expects: expected[name],
})

const methodList = (description: string): Input<readonly string[] | undefined> => ({
  schema: z
    .array(
      z.string().refine((text) => text.trim() !== '' && !text.includes(',') && [...text].length <= maxFilterLength),
    )
    .max(mostInList)
    .optional()
    .meta({ description, examples: [['monobank']] }),
  expects: `a list of at most ${mostInList} names of at most ${maxFilterLength} characters, without commas`,
  hint: (names) => unknownMethodHint(names ?? []),
})

export const formulaBody = {
  fiat,
  side,
  base: choice.base,
  n: { ...fromJson('n'), rule: neededFor('nth') },
  amount: { ...fromJson('amount'), rule: neededFor('size') },
  exchanges: {
    schema: z
      .array(wireExchange)
      .max(mostInList)
      .optional()
      .meta({ description: words.exchanges, examples: [['binance']] }),
    expects: 'a list of {exchanges}',
    namesExchanges: true,
    refusal: 'unsupported_exchange',
    rule: eachOnce,
  },
  payment_methods: methodList(
    'Parts of payment method names, or aliases; a canonical id matches only that method. An ad must accept at least one.',
  ),
  exclude_methods: methodList('Payment methods to ignore, named like `payment_methods`.'),
  offset_pct: fromJson('offset_pct'),
  offset: fromJson('offset'),
  step: fromJson('step'),
  rounding: choice.rounding,
  floor: fromJson('floor'),
  ceiling: { ...fromJson('ceiling'), rule: notBelowFloor },
} satisfies InputsOf<FormulaFields>

const optionalChoice = <const Word extends string>(type: string, words: readonly Word[]): Input<Word | undefined> => ({
  schema: coreWords(type, words).optional(),
  expects: `one of ${words.join(', ')}`,
  words,
})

/** Fields of a change: absent fields stay unchanged. The changed formula as a whole is validated afterwards. */
export const formulaChange = {
  fiat: orNull(optionalFiat('As at creation.')),
  side: orNull(optionalChoice('Side', sides)),
  base: orNull(optionalChoice('FormulaBase', formulaBases)),
  n: orNull(formulaBody.n),
  amount: orNull(formulaBody.amount),
  exchanges: orNull(formulaBody.exchanges),
  payment_methods: orNull(formulaBody.payment_methods),
  exclude_methods: orNull(formulaBody.exclude_methods),
  offset_pct: orNull(formulaBody.offset_pct),
  offset: orNull(formulaBody.offset),
  step: orNull(formulaBody.step),
  rounding: orNull(optionalChoice('Rounding', roundings)),
  floor: orNull(formulaBody.floor),
  ceiling: orNull(formulaBody.ceiling),
} as const

export const formulaOf = (fields: FormulaFields): Formula => ({
  side: fields.side ?? 'BUY',
  base: fields.base ?? 'best',
  n: fields.base === 'nth' ? (fields.n ?? null) : null,
  amountFiat: fields.base === 'size' ? (fields.amount ?? null) : null,
  exchanges: fields.exchanges ?? [],
  methods: { oneOf: fields.payment_methods ?? [], noneOf: fields.exclude_methods ?? [] },
  arithmetic: {
    offsetPct: fields.offset_pct ?? 0,
    offset: fields.offset ?? 0,
    step: fields.step ?? null,
    rounding: fields.rounding ?? 'nearest',
    floor: fields.floor ?? null,
    ceiling: fields.ceiling ?? null,
  },
})

/** A query has the singular names, because each parameter may be repeated. */
export const formulaOfQuery = ({
  payment_method: payment_methods,
  exclude_method: exclude_methods,
  ...fields
}: ValuesOf<typeof formulaQuery>): Formula => formulaOf({ ...fields, payment_methods, exclude_methods })
