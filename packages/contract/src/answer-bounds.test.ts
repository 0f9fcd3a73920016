import { describe, expect, test } from 'vitest'
import { endpoints } from './all-endpoints.js'
import { webhookEvent, webhookEventExample } from './events.js'

type Plain = Readonly<Record<string, unknown>>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every place of a value that holds a field, as the way to it. */
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
]

describe.each(answering)('the answer of $name', ({ answer, example }) => {
  const ways = [...places(example)]
  const accepts = (value: unknown) => answer.safeParse(value).success

  test('is never of another kind in any of its places', () => {
    const lax = ways.filter((way) => accepts(withIn(example, way, { of: { another: 'kind' } })))
    expect(lax.map((way) => way.join('.'))).toEqual([])
  })

  test('holds no figure that is not one', () => {
    const figures = ways.filter((way) => typeof valueIn(example, way) === 'number')
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, '1'])
      expect(figures.filter((way) => accepts(withIn(example, way, wrong))).map((way) => way.join('.'))).toEqual([])
  })

  test('lacks none of the fields it promises', () => {
    const fields = ways.filter((way) => typeof way.at(-1) === 'string' && way.at(-2) !== 'links')
    const missed = fields.filter((way) => accepts(withIn(example, way, undefined))).map((way) => String(way.at(-1)))
    expect(missed.filter((name) => !mayBeAbsent.has(name))).toEqual([])
  })

  test('tells times in UTC, and no other way', () => {
    const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    const times = ways.filter((way) => isTime(valueIn(example, way)))
    for (const wrong of ['2026-11-21 10:05:00', '2026-11-21T10:05:00+02:00', '2026-11-21', 'yesterday', ''])
      expect(times.filter((way) => accepts(withIn(example, way, wrong))).map((way) => way.join('.'))).toEqual([])
  })
})

/** Told only where somebody asked for it, or once. */
const mayBeAbsent = new Set(['secret'])
