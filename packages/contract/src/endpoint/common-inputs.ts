import { type Fiat, fiats, nearestMethod, type Side, sides, usualCosts } from '@p2p-rates/core'
import { isKnownMethod, maxFilterLength, readDecimal, readInteger } from '@p2p-rates/core/internal'
import { z } from 'zod'
import type { Input } from './input.js'
import { typed } from './type-names.js'
import { wireExchange, wireExchangeOr, wireFiat, wireSide } from './wire-schemas.js'
import type { ExchangeName, SeriesName } from './wire-types.js'

const largestCount = 999_999_999

const aFiat = { expects: `one of ${fiats.join(', ')}`, words: fiats, refusal: 'unsupported_fiat' } as const

export const fiat: Input<Fiat> = {
  schema: anyCase(wireFiat).default('UAH').meta({ description: 'Currency code, in any case.' }),
  ...aFiat,
}

/** In a path. */
export const ofFiat: Input<Fiat> = {
  schema: anyCase(wireFiat).meta({ description: 'Currency code, in any case.' }),
  ...aFiat,
}

export const fiatOrDefault = (description: string): Input<Fiat> => ({
  schema: anyCase(wireFiat).meta({ description }),
  ...aFiat,
})

export const optionalFiat = (description: string): Input<Fiat | undefined> => ({
  schema: anyCase(wireFiat).optional().meta({ description }),
  ...aFiat,
})

export const side: Input<Side> = {
  schema: anyCase(wireSide).default('BUY').meta({
    description: 'BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case.',
  }),
  expects: sides.join(' or '),
  words: sides,
}

export const allExchanges = 'all'
export const wireExchangeOrAll = typed("ExchangeName | 'all'", wireExchangeOr(allExchanges))

export const exchangeOrAll: Input<ExchangeName | typeof allExchanges> = {
  schema: wireExchangeOrAll.meta({
    description: 'The exchange, exactly as `markets` spells it, or `all` for the ads of all of them in one list.',
    examples: ['binance'],
  }),
  expects: `${allExchanges} or one of {exchanges}`,
  words: [allExchanges],
  namesExchanges: true,
  refusal: 'unsupported_exchange',
}

export const optionalExchange = (description: string): Input<ExchangeName | undefined> => ({
  schema: wireExchange.optional().meta({ description }),
  expects: 'one of {exchanges}',
  namesExchanges: true,
  refusal: 'unsupported_exchange',
})

const mostExchanges = 20

/** Named twice, an exchange is most likely mistaken for another. */
export const eachOnce: NonNullable<Input<readonly ExchangeName[] | undefined>['rule']> = (names) =>
  new Set(names).size === (names?.length ?? 0) ? null : 'a list of different exchanges'

/** In an address; `undefined` = all. */
export const exchangeNames = (description: string): Input<readonly ExchangeName[] | undefined> => ({
  schema: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(wireExchange).max(mostExchanges))
    .optional()
    .meta({ description: `${description} Several are separated by commas, or the parameter is repeated.` }),
  expects: 'one or more of {exchanges}, separated by commas',
  namesExchanges: true,
  repeatable: true,
  refusal: 'unsupported_exchange',
  rule: eachOnce,
})

export const bestOfAll = 'best'
export const indexOfAll = 'index'
/** Series that are of no exchange. */
export const seriesOfAll: readonly string[] = [bestOfAll, indexOfAll]
export const wireSeries = typed('SeriesName', wireExchangeOr(...seriesOfAll))

export const series: Input<SeriesName> = {
  schema: wireSeries.default(bestOfAll).meta({
    description:
      'An exchange, `best` for the best price across all of them at each moment, or `index` for the reference index.',
  }),
  expects: `${bestOfAll}, ${indexOfAll} or one of {exchanges}`,
  words: seriesOfAll,
  namesExchanges: true,
  refusal: 'unsupported_exchange',
}

export const hours: Input<number> = {
  ...wholeNumber(24, 'Depth in hours, lowered to the limit of the plan if larger.'),
  cap: (limits) => limits.historyHours,
}

const mostDays = 90

/** As long as records of days are kept. */
export const daysBack = (what: string): Input<number> => ({
  ...wholeNumber(30, `${what}, including today. More than ${mostDays} is lowered to ${mostDays}.`),
  cap: () => mostDays,
})

const formats = ['json', 'csv'] as const

export const format: Input<'json' | 'csv'> = {
  schema: z.enum(formats).default('json').meta({
    description: 'Format of the answer: JSON, or the same rows as CSV that is safe to open in a spreadsheet.',
  }),
  expects: formats.join(' or '),
  words: formats,
}

/** A moment as ISO 8601 with its time zone, or as Unix seconds; read as ISO 8601 UTC. */
export const instant = (description: string): Input<string> => ({
  schema: z
    .string()
    .transform((text) => readInstant(text) ?? '')
    .pipe(typed('string | number | Date', z.iso.datetime()))
    .meta({ description, examples: ['2026-11-21T10:07:30Z'] }),
  expects: 'a moment with its time zone, such as 2026-11-21T12:07+02:00 or 2026-11-21T10:07Z, or Unix seconds',
})

const isoMinute = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+ -](?:0\d|1[0-4]):[0-5]\d)$/

function readInstant(text: string): string | null {
  if (/^\d{1,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString()
  const [, minute, fraction = ':00', zone] = isoMinute.exec(text) ?? []
  if (minute === undefined || zone === undefined) return null
  const local = Date.parse(`${minute}${fraction}Z`)
  // The thirty-first of a shorter month would be read as a day of the next one.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(minute)) return null
  // An address turns a bare plus into a blank.
  return new Date(`${minute}${fraction}${zone.replace(' ', '+')}`).toISOString()
}

const existingDay = z.iso.date().refine((day) => day >= '2000' && day < '3000')
const aDay = { expects: 'a day that exists, such as 2026-11-21' } as const
const exampleDay = { examples: ['2026-11-21'] }

export const optionalDay = (description: string): Input<string | undefined> => ({
  schema: existingDay.optional().meta({ description, ...exampleDay }),
  ...aDay,
})

export const ofDay: Input<string> = {
  schema: existingDay.meta({ description: 'A UTC day.', ...exampleDay }),
  ...aDay,
}

export const paymentMethod: Input<string | undefined> = {
  schema: z
    .string()
    .refine((text) => [...text].length <= maxFilterLength)
    .transform((text) => (text === '' ? undefined : text))
    .pipe(z.string().optional())
    .optional()
    .meta({
      description:
        'Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that method. Empty means no filter.',
      maxLength: maxFilterLength,
      examples: ['mono'],
    }),
  expects: `at most ${maxFilterLength} characters`,
  hint: (name) => (name === undefined ? null : unknownMethodHint([name])),
}

/** Maximum number of method names in a query, because each name is compared with every ad. */
const mostMethods = 10

export const methodNames = (description: string): Input<readonly string[] | undefined> => ({
  schema: z
    .string()
    .transform((text) => (text.trim() === '' ? undefined : text.split(',')))
    .pipe(
      z
        .array(z.string().refine(isMethodText).meta({ maxLength: maxFilterLength }))
        .max(mostMethods)
        .optional(),
    )
    .optional()
    .meta({ description: `${description} Several are separated by commas, or the parameter is repeated.` }),
  expects: `at most ${mostMethods} names of at most ${maxFilterLength} characters, separated by commas`,
  repeatable: true,
  hint: (names) => unknownMethodHint(names ?? []),
})

const isMethodText = (text: string): boolean => text.trim() !== '' && [...text].length <= maxFilterLength

/** Optional flag: `true` switches on, `false` changes nothing. */
export const booleanFlag = (description: string): Input<boolean | undefined> => ({
  schema: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .pipe(z.boolean())
    .optional()
    .meta({ description: `\`true\`: ${description} \`false\` changes nothing.` }),
  expects: 'true or false',
  words: ['true', 'false'],
})

/** A text that cannot be an id is answered like an unknown id. */
export const id = (what: string): Input<string> => ({
  schema: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: `Id of the ${what}.` }),
  expects: 'an id',
  refusal: 'not_found',
})

/** From 1 up in plain digits: no sign, point, exponent or other script. Very large numbers count as `largestCount`. */
export function wholeNumber(preset: number, description: string): Input<number> {
  return {
    schema: wholeText().default(preset).meta({ description }),
    expects: 'a whole number from 1 up, in plain digits',
  }
}

/** As `wholeNumber`, and 0. */
export const optionalCount = (description: string): Input<number | undefined> => ({
  schema: wholeText(0).optional().meta({ description }),
  expects: 'a whole number from 0 up, in plain digits',
})

export const optionalWholeNumber = (description: string): Input<number | undefined> => ({
  schema: wholeText().optional().meta({ description }),
  expects: 'a whole number from 1 up, in plain digits',
})

function wholeText(least = 1) {
  return z
    .string()
    .transform((text) => Math.min(readInteger(text, Number.POSITIVE_INFINITY) ?? Number.NaN, largestCount))
    .pipe(z.int().min(least).max(largestCount))
}

/** Up to 12 digits and 8 decimals: no sign, exponent or separator. */
export const decimalText = z.string().transform((text) => readDecimal(text) ?? Number.NaN)

export const largestAmount = 999_999_999_999

/** A number of a body has the digits that one of an address may have. */
export const keptDecimals = (schema: z.ZodNumber, decimals = 8): z.ZodNumber =>
  schema.refine((value) => Number(value.toFixed(decimals)) === value)

export const amount = (preset: number, description: string): Input<number> => ({
  schema: decimalText.pipe(positiveAmount).default(preset).meta({ description }),
  expects: anAmount,
})

export const wantedAmount = (description: string): Input<number> => ({
  schema: decimalText.pipe(positiveAmount).meta({ description }),
  expects: anAmount,
})

const maxFee = 1000
const aFee = `a number from 0 to ${maxFee} with at most 8 decimals`
export const feeUsdt = z.number().min(0).max(maxFee)

export const transferFee: Input<number> = {
  schema: decimalText.pipe(feeUsdt).default(1).meta({ description: 'Cost of moving USDT between exchanges, in USDT.' }),
  expects: aFee,
}

export const transferFeeOrAuto: Input<number | 'auto'> = {
  schema: z
    .union([z.literal('auto'), decimalText.pipe(feeUsdt)])
    .default(1)
    .meta({
      description:
        'Cost of moving USDT between exchanges, in USDT. `auto`: the fee of the cheapest open network of `transfers`, or 1 where it is unknown.',
    }),
  expects: `${aFee}, or auto`,
}

export const tradeWorth: Input<number> = {
  schema: decimalText.pipe(feeUsdt).default(usualCosts.tradeWorthUsdt).meta({
    description: 'Minimum gain in USDT that justifies one more trade. The default is 3 minutes at 5 USDT an hour.',
  }),
  expects: aFee,
}

export const optionalAmount = (description: string): Input<number | undefined> => ({
  schema: decimalText.pipe(positiveAmount).optional().meta({ description }),
  expects: anAmount,
})

const positiveAmount = z.number().positive().max(largestAmount)
const anAmount = 'a number above 0 with at most 12 digits and 8 decimals'

/** Takes plain letters only, because some foreign ones become plain when their case is changed. */
function anyCase<Word extends string>(words: z.ZodType<Word, string>) {
  return z
    .string()
    .regex(/^[A-Za-z]+$/)
    .toUpperCase()
    .pipe(words)
}

export const includeParam = <const Word extends string>(
  words: readonly Word[],
  description: string,
): Input<readonly Word[] | undefined> => ({
  schema: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)))
    .refine((asked) => new Set(asked).size === asked.length)
    // In a fixed order, so that the same question has the same answer.
    .transform((asked) => words.filter((word) => asked.some((other) => other === word)))
    .pipe(z.array(z.enum(words)).min(1))
    .optional()
    .meta({ description, examples: [[...words]] }),
  words,
  expects: `one or more of ${words.join(', ')}, separated by commas`,
})

/** Hint for names missing in the dictionary; `null` if it has all. An exchange may still offer such a method. */
export function unknownMethodHint(names: readonly string[]): string | null {
  const at = names.findIndex((name) => !isKnownMethod(name))
  const name = names[at]
  if (name === undefined) return null
  const which = names.length === 1 ? 'this payment method' : `payment method ${at + 1} of these ${names.length}`
  const meant = nearestMethod(name)
  return `The dictionary does not know ${which}.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`
}
