import { type Exchange, type ExchangeId, exchangeIds, keyedExchanges } from '@p2p-rates/core'
import { nearestWord } from '@p2p-rates/core/internal'
import type { z } from 'zod'
import type { ErrorCode, ErrorResponse } from '../errors/error-codes.js'
import type { PlanLimits } from './plans.js'

/**
 * One query parameter, path parameter or body field. One schema both parses and documents it, so that validation and
 * documentation always match.
 */
export type Input<Value = unknown> = {
  readonly schema: z.ZodType<Value>
  /** Completes "`name` must be ...". `{exchanges}` stands for the exchanges that the reader is given. */
  readonly expects: string
  /** The allowed words, where there is a short list. A misspelt word is answered with the nearest of them. */
  readonly words?: readonly string[]
  /** The value is one or more exchanges that the reader is given, or one of `words`. */
  readonly namesExchanges?: true
  /** Sent several times, it is read as one text whose parts are separated by commas. */
  readonly repeatable?: true
  /** The code of an unreadable value, where it is not `invalid_parameter`. */
  readonly refusal?: ErrorCode
  /** Larger values are lowered to this. Sees the values read before it. */
  readonly cap?: (limits: PlanLimits, before: Values, exchanges: readonly ExchangeId[]) => number
  /** Advice about a value that is accepted and most likely a mistake; null without any. In ASCII, as headers are. */
  hint?(value: Value): string | null
  /** Judges what the schema cannot: gives another end of the sentence when the value does not suit those before it. */
  rule?(value: Value, before: Values): string | null
}

type Values = ReadonlyMap<string, unknown>
export type Inputs = Readonly<Record<string, Input>>
export type ValuesOf<I extends Inputs> = { readonly [K in keyof I]: I[K] extends Input<infer Value> ? Value : never }

export type InputsOf<Shape> = { readonly [K in keyof Shape]-?: Input<Shape[K] | undefined> }

export type InputReading<Values> =
  | {
      readonly ok: true
      readonly values: Values
      readonly clamped: readonly string[]
      readonly hints: readonly string[]
    }
  | { readonly ok: false; readonly problem: ErrorResponse }

/**
 * Reads query parameters. Unknown ones are refused, since a misspelt optional one would silently do nothing, and so are
 * repeated ones that are no list.
 */
export function readQuery<I extends Inputs>(
  inputs: I,
  sent: { keys(): Iterable<string>; getAll(name: string): readonly string[] },
  limits: PlanLimits,
  exchanges = exchangeIds,
): InputReading<ValuesOf<I>> {
  const unknownName = refuseUnknownName(inputs, sent.keys(), 'parameter')
  if (unknownName !== null) return unknownName
  for (const [name, { repeatable }] of Object.entries(inputs)) {
    if (sent.getAll(name).length > 1 && repeatable !== true) return refuse(name, `\`${name}\` is given more than once.`)
  }
  return readInputs(inputs, (name) => textOf(sent.getAll(name)), limits, exchanges)
}

const textOf = (sent: readonly string[]): string | undefined => (sent.length === 0 ? undefined : sent.join(','))

/** Reads the parsed JSON of a body. Unknown fields are refused: a misspelt optional one would silently do nothing. */
export function readBody<I extends Inputs>(
  inputs: I,
  sent: unknown,
  limits: PlanLimits,
  exchanges = exchangeIds,
): InputReading<ValuesOf<I>> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { ok: false, problem: { code: 'invalid_json', message: 'The body must be a JSON object.' } }
  }
  const fields = new Map<string, unknown>(Object.entries(sent))
  const unknownName = refuseUnknownName(inputs, fields.keys(), 'field')
  if (unknownName !== null) return unknownName
  return readInputs(inputs, (name) => fields.get(name), limits, exchanges)
}

export function readPath<I extends Inputs>(
  inputs: I,
  sent: Readonly<Record<string, string>>,
  limits: PlanLimits,
): InputReading<ValuesOf<I>> {
  return readInputs(inputs, (name) => sent[name], limits, exchangeIds)
}

function readInputs<I extends Inputs>(
  inputs: I,
  sentValue: (name: string) => unknown,
  limits: PlanLimits,
  exchanges: readonly ExchangeId[],
): InputReading<ValuesOf<I>> {
  const values = new Map<string, unknown>()
  const clamped: string[] = []
  const hints: string[] = []
  for (const [name, input] of Object.entries(inputs)) {
    const sent = sentValue(name)
    const read = input.schema.safeParse(sent)
    if (!read.success || !hasKnownNames(read.data, input, exchanges))
      return { ok: false, problem: problemOf(name, input, sent, exchanges) }
    const violation = input.rule?.(read.data, values) ?? null
    if (violation !== null) return refuse(name, `\`${name}\` must be ${violation}.`)

    const cap = input.cap?.(limits, values, exchanges)
    const above = cap !== undefined && typeof read.data === 'number' && read.data > cap
    if (above) clamped.push(name)
    values.set(name, above ? cap : read.data)
    const hint = input.hint?.(read.data) ?? null
    if (hint !== null) hints.push(`\`${name}\`: ${hint}`)
  }
  return { ok: true, values: Object.fromEntries(values) as ValuesOf<I>, clamped, hints }
}

/** False for a name that is neither an exchange nor one of the words. */
const hasKnownNames = (value: unknown, { namesExchanges, words = [] }: Input, exchanges: readonly ExchangeId[]) =>
  namesExchanges === undefined ||
  [value].flat().every((name) => typeof name !== 'string' || words.includes(name) || exchanges.includes(name))

export function ruleViolations(inputs: Inputs, values: Readonly<Record<string, unknown>>): readonly ErrorResponse[] {
  const all = new Map(Object.entries(values))
  return Object.entries(inputs).flatMap(([name, input]) => {
    const violation = input.rule?.(all.get(name), all) ?? null
    return violation === null ? [] : [refuse(name, `\`${name}\` must be ${violation}.`).problem]
  })
}

/**
 * The name is the caller's text, perhaps a key in the wrong place. It is repeated only where it is nearly one of ours.
 */
function refuseUnknownName(inputs: Inputs, names: Iterable<string>, what: 'parameter' | 'field') {
  const known = Object.keys(inputs)
  for (const name of names) {
    if (Object.hasOwn(inputs, name)) continue
    const meant = nearestWord(name, known)
    const short = [...name].slice(0, 32).join('')
    const takes = known.length === 0 ? 'This endpoint takes none.' : `This endpoint takes ${quoted(known).join(', ')}.`
    return meant === null
      ? refuse(short, `There is an unknown ${what}${/^[\w.-]{1,32}$/.test(name) ? ` \`${name}\`` : ''}. ${takes}`)
      : refuse(short, `\`${short}\` is unknown: did you mean \`${meant}\`?`, meant)
  }
  return null
}

const quoted = (names: readonly string[]): string[] => names.map((name) => `\`${name}\``)

function problemOf(
  name: string,
  { refusal = 'invalid_parameter', expects, words = [], namesExchanges }: Input,
  sent: unknown,
  exchanges: readonly ExchangeId[],
): ErrorResponse {
  if (refusal === 'not_found') return { code: refusal, message: 'Nothing exists at this address.' }
  if (sent === undefined) return { code: 'invalid_parameter', param: name, message: `\`${name}\` is missing.` }
  const code = sent === '' ? 'invalid_parameter' : refusal
  const meant = typeof sent === 'string' ? nearestWord(sent, namesExchanges ? [...words, ...exchanges] : words) : null
  const must = `\`${name}\` must be ${expects.replace('{exchanges}', exchanges.join(', '))}.`
  const keyless = namesExchanges === true ? withoutKey(sent, exchanges) : undefined
  const message = keyless === undefined ? must : `${must} ${keyless.name} is read only with a key.`
  return meant === null || meant === sent
    ? { code, param: name, message }
    : { code, param: name, message: `${message} Did you mean \`${meant}\`?`, suggestion: meant }
}

/** A named exchange that this server would read if it had a key. */
const withoutKey = (sent: unknown, exchanges: readonly ExchangeId[]): Exchange | undefined =>
  keyedExchanges.find(({ id }) => namesIn(sent).includes(id) && !exchanges.includes(id))

const namesIn = (sent: unknown): readonly string[] =>
  [sent].flat().flatMap((name) => (typeof name === 'string' ? name.split(',') : []))

const refuse = (
  param: string,
  message: string,
  suggestion?: string,
): { readonly ok: false; readonly problem: ErrorResponse } => ({
  ok: false,
  problem: { code: 'invalid_parameter', param, message, ...(suggestion === undefined ? {} : { suggestion }) },
})
