import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { endpoints } from '../endpoint/all-endpoints.js'
import { digestEventExample } from './alerts/digest-event.js'
import { webhookEvent, webhookEventExample } from './alerts/stream-and-webhook-events.js'

type Plain = Readonly<Record<string, unknown>>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

function* places(value: unknown, way: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (way.length > 0) yield way
  if (Array.isArray(value)) for (const [index, child] of value.entries()) yield* places(child, [...way, index])
  if (isPlain(value)) for (const [key, child] of Object.entries(value)) yield* places(child, [...way, key])
}

/** The same value with something else in that place; `undefined` takes the field away. */
const withIn = (value: unknown, [step, ...rest]: readonly (string | number)[], put: unknown): unknown => {
  if (step === undefined) return put
  if (Array.isArray(value)) return value.map((child, index) => (index === step ? withIn(child, rest, put) : child))
  if (!isPlain(value)) return value
  const { [step]: child, ...others } = value
  const next = withIn(child, rest, put)
  return next === undefined ? others : { ...others, [step]: next }
}

const valueIn = (value: unknown, way: readonly (string | number)[]): unknown =>
  way.reduce<unknown>((held, step) => (held as Plain)[step], value)

const answering = [
  ...endpoints.filter(
    ({ mediaType, name, status }) => mediaType === 'application/json' && name !== 'openapi' && status !== 204,
  ),
  { name: 'a delivery', answer: webhookEvent, example: webhookEventExample },
  { name: 'a digest', answer: webhookEvent, example: digestEventExample },
]

const fits = ({ answer }: (typeof answering)[number], value: unknown) => answer.safeParse(value).success
const waysOf = ({ example }: (typeof answering)[number]) => [...places(example)]

const taking = (one: (typeof answering)[number], ways: readonly (readonly (string | number)[])[], put: unknown) =>
  ways.filter((way) => fits(one, withIn(one.example, way, put))).map((way) => way.join('.'))

test('an answer is as its example, and never of another kind in any of its places', () =>
  checkEach(answering, (one) => {
    expect(one.answer.safeParse(one.example).error).toBeUndefined()
    expect(taking(one, waysOf(one), { of: { another: 'kind' } })).toEqual([])
  }))

test('an answer holds no figure that is not one', () =>
  checkEach(answering, (one) => {
    const figures = waysOf(one).filter((way) => typeof valueIn(one.example, way) === 'number')
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, '1']) expect(taking(one, figures, wrong)).toEqual([])
  }))

test('an answer lacks none of the fields it promises', () =>
  checkEach(answering, (one) => {
    const fields = waysOf(one).filter((way) => typeof way.at(-1) === 'string' && way.at(-2) !== 'links')
    expect(taking(one, fields, undefined).filter((way) => !/(^|\.)secret$/.test(way))).toEqual([])
  }))

test('an answer gives times in UTC, and in no other zone', () =>
  checkEach(answering, (one) => {
    const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    const times = waysOf(one).filter((way) => isTime(valueIn(one.example, way)))
    for (const wrong of ['2026-11-21 10:05:00', '2026-11-21T10:05:00+02:00', '2026-11-21', 'yesterday', ''])
      expect(taking(one, times, wrong)).toEqual([])
  }))
