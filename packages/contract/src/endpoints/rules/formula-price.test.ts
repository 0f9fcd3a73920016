import { plainArithmetic } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { readBody, readQuery } from '../../endpoint/input.js'
import { defaultPlans } from '../../endpoint/plans.js'
import { formulaBody, formulaOf, formulaOfQuery, formulaQuery } from './formula-inputs.js'
import { toFormulaPreviewResponse } from './formula-preview.js'
import { toFormulaPriceResponse } from './formula-price.js'

const limits = defaultPlans.Pro
const byQuery = (text: string) => readQuery(formulaQuery, new URLSearchParams(text), limits)
const byBody = (body: object) => readBody(formulaBody, body, limits)
function valuesIn<Values>(
  read:
    | { readonly ok: true; readonly values: Values }
    | { readonly ok: false; readonly problem: { readonly message: string } },
): Values {
  if (!read.ok) throw new Error(read.problem.message)
  return read.values
}

describe('a formula', () => {
  test('is the same in an address and in a body', () =>
    checkEach(
      [
        ['', {}],
        ['fiat=EUR&side=sell&base=nth&n=3', { fiat: 'EUR', side: 'SELL', base: 'nth', n: 3 }],
        [
          'base=size&amount=50000&exchanges=okx,bybit&exchanges=mexc',
          { base: 'size', amount: 50_000, exchanges: ['okx', 'bybit', 'mexc'] },
        ],
        [
          'payment_method=mono,privat&exclude_method=wise&offset_pct=-1.5&offset=-0.05',
          { payment_methods: ['mono', 'privat'], exclude_methods: ['wise'], offset_pct: -1.5, offset: -0.05 },
        ],
        ['step=0.05&rounding=up&floor=41&ceiling=42.5', { step: 0.05, rounding: 'up', floor: 41, ceiling: 42.5 }],
      ] as const,
      ([text, body]) => {
        expect(formulaOfQuery(valuesIn(byQuery(text)))).toEqual(formulaOf(valuesIn(byBody(body))))
      },
    ))

  test('has no digits that are not kept, in a body as in an address', () =>
    checkEach(
      [
        ['offset', 0.123456789],
        ['offset', -0.123456789],
        ['offset_pct', 1.000000001],
        ['floor', 41.000000001],
        ['ceiling', 0.1 + 0.2],
        ['amount', 1e-9],
        ['step', 0.00015],
      ] as const,
      ([name, value]) => {
        const problem = { code: 'invalid_parameter', param: name, message: expect.stringMatching(/ decimals/) }
        expect(byBody({ [name]: value })).toEqual({ ok: false, problem })
        expect(byQuery(`${name}=${value.toFixed(17)}`)).toEqual({ ok: false, problem })
      },
    ))

  test('keeps eight decimals, and four of a step', () => {
    const fields = { offset: -1e-8, floor: 41.12345678, ceiling: 123456789.12345678, step: 0.0003 }
    expect(byBody(fields)).toMatchObject({ ok: true, values: fields })
    const text = 'offset=-0.00000001&floor=41.12345678&ceiling=123456789.12345678&step=0.0003'
    expect(byQuery(text)).toMatchObject({ ok: true, values: fields })
  })

  test('names an exchange once, in a body as in an address', () => {
    const problem = { code: 'invalid_parameter', param: 'exchanges', message: expect.stringContaining('different') }
    expect(byBody({ exchanges: ['okx', 'bybit', 'okx'] })).toMatchObject({ ok: false, problem })
    expect(byQuery('exchanges=okx,bybit&exchanges=okx')).toMatchObject({ ok: false, problem })
  })

  test('uses nothing that its base does not need', () => {
    expect(formulaOf(valuesIn(byBody({ n: 3, amount: 5 })))).toMatchObject({ base: 'best', n: null, amountFiat: null })
  })
})

test('an explanation names each step with its settings', () => {
  const formula = formulaOf({
    ...{ side: 'SELL', base: 'size', amount: 50_000, offset_pct: -1.5, offset: 0.05 },
    ...{ step: 0.1, rounding: 'down', floor: 45 },
  })
  const steps = [
    { step: 'base', price: 41 },
    { step: 'offset_pct', price: 40.385 },
    { step: 'offset', price: 40.435 },
    { step: 'rounding', price: 40.4 },
    { step: 'floor', price: 45 },
  ] as const
  const made = {
    price: 45,
    exchanges: ['okx', 'bybit'],
    ads: 2,
    confidence: { level: 'high', reasons: [] },
    observedAtMs: 0,
    steps,
  } as const
  expect(toFormulaPriceResponse({ fiat: 'UAH', formula, made }).explanation).toBe(
    'The average price to sell USDT for 50000 UAH is 41 UAH, on OKX, Bybit. With 1.5 % off: 40.385. With 0.05 on top: 40.435. Rounded down to a multiple of 0.1: 40.4. Raised to the floor: 45.',
  )
})

test('a preview counts bounds over all slots and keeps the highs and lows of each half hour, and the newest', () => {
  const slot = 300_000
  const bases = [41, 43, 42, 40, 41, 42, 45, 44, 46, 45, 45, 45]
  const arithmetic = { ...plainArithmetic, ceiling: 45 }
  const points = bases.map((base, at) => ({ t: at * slot, base, price: base === 40 ? null : Math.min(base, 45) }))
  const facts = { fiat: 'UAH', formula: { ...formulaOf({}), arithmetic }, fromMs: 0, toMs: 11 * slot, slots: 12 }
  const preview = toFormulaPreviewResponse({ ...facts, slotMinutes: 5, recorded: points.length, points })
  expect(preview).toMatchObject({ recorded_slots: 12, lowest: 41, highest: 45, at_ceiling: 5, without_price: 1 })
  expect(preview.points.map(({ base }) => base)).toEqual([43, 40, 44, 46, 45])
})
