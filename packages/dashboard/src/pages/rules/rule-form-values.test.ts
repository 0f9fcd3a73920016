import { defaultPlans, formulaQuery, newRule, type PriceRule, readBody, toRuleResponse } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import {
  emptyRuleForm,
  missingFormulaField,
  type RuleFormValues,
  toFormulaQuery,
  toRuleBody,
  toRuleChange,
  toRuleFormValues,
} from './rule-form-values.js'

const filled: RuleFormValues = {
  name: ' <b>Desk ',
  fiat: 'KZT',
  side: 'SELL',
  base: 'median',
  n: '3',
  amount: '',
  exchanges: ['okx', 'binance'],
  methods: ['monobank', 'a & b'],
  excluded: ['cash'],
  offsetPct: '-1.5',
  offset: '0.25',
  step: '0.05',
  rounding: 'down',
  floor: '40',
  ceiling: '43.5',
  lastGood: '3600',
}

const ruleOf = (form: RuleFormValues): PriceRule => {
  const { name, last_good_seconds, ...fields } = toRuleBody(form)
  return toRuleResponse({ id: 'ru_1', name, fields, lastGoodSeconds: last_good_seconds ?? 0, createdAtMs: 0 })
}

test('the filled form is a valid body, and a rule made of it fills the form again', () => {
  expect(readBody(newRule, toRuleBody(filled), defaultPlans.Pro)).toMatchObject({ ok: true })
  expect(toRuleBody(filled)).toMatchObject({ name: '<b>Desk', offset_pct: -1.5, exclude_methods: ['cash'] })
  expect(toRuleFormValues(ruleOf(filled))).toEqual({ ...filled, name: '<b>Desk', n: '' })
})

test('an empty field is not sent with a new rule, and removed from an old one', () => {
  expect(toRuleBody({ ...emptyRuleForm, name: 'Desk' })).toEqual({
    name: 'Desk',
    fiat: 'UAH',
    side: 'BUY',
    base: 'best',
    rounding: 'nearest',
    last_good_seconds: 0,
  })
  const change = toRuleChange(emptyRuleForm)
  expect(Object.keys(change).toSorted()).toEqual(Object.keys(newRule).toSorted())
  expect(change).toMatchObject({ n: null, exchanges: null, payment_methods: null, offset_pct: null, floor: null })
})

test('the formula is asked for as an address carries it', () => {
  const query = toFormulaQuery({ ...filled, base: 'size', amount: '20000' })
  expect(Object.keys(query ?? {}).every((name) => name in formulaQuery)).toBe(true)
  expect(query).toMatchObject({ base: 'size', amount: 20_000, exchanges: ['okx', 'binance'] })
  expect(query).not.toHaveProperty('n')
})

test.each([
  [{ base: 'nth' }, 'rules.need.n'],
  [{ base: 'size' }, 'rules.need.amount'],
  [{ floor: '42', ceiling: '41.9' }, 'rules.need.bounds'],
  [{ floor: '42', ceiling: '42' }, null],
  [{ base: 'nth', n: '2' }, null],
] as const)('with %o it lacks %s, and asks nothing while it lacks something', (change, lack) => {
  const form = { ...emptyRuleForm, ...change }
  expect(missingFormulaField(form)).toBe(lack)
  expect(toFormulaQuery(form) === null).toBe(lack !== null)
})
