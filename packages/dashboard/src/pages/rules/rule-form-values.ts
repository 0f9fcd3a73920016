import type { FormulaQuery, NewRule, PriceRule, RuleChange } from '@p2p-rates/contract'
import { fiatUrlField } from '../url-fields.js'

export const bases = ['best', 'nth', 'median', 'size'] as const
export const roundings = ['nearest', 'up', 'down'] as const

/** A rule as people fill it in. Numbers are plain digits, perhaps with a minus; empty where there is none. */
export type RuleFormValues = {
  readonly name: string
  readonly fiat: string
  readonly side: 'BUY' | 'SELL'
  readonly base: (typeof bases)[number]
  readonly n: string
  readonly amount: string
  readonly exchanges: readonly string[]
  readonly methods: readonly string[]
  readonly excluded: readonly string[]
  readonly offsetPct: string
  readonly offset: string
  readonly step: string
  readonly rounding: (typeof roundings)[number]
  readonly floor: string
  readonly ceiling: string
  readonly lastGood: string
}

export const emptyRuleForm: RuleFormValues = {
  name: '',
  fiat: fiatUrlField.preset,
  side: 'BUY',
  base: 'best',
  n: '',
  amount: '',
  exchanges: [],
  methods: [],
  excluded: [],
  offsetPct: '',
  offset: '',
  step: '',
  rounding: 'nearest',
  floor: '',
  ceiling: '',
  lastGood: '',
}

export const toRuleFormValues = (rule: PriceRule): RuleFormValues => ({
  name: rule.name,
  fiat: fiatUrlField.read(rule.fiat) ?? fiatUrlField.preset,
  side: rule.side,
  base: bases.find((base) => base === rule.base) ?? 'best',
  n: textOf(rule.n),
  amount: textOf(rule.amount),
  exchanges: rule.exchanges,
  methods: rule.payment_methods,
  excluded: rule.exclude_methods,
  offsetPct: textOf(rule.offset_pct),
  offset: textOf(rule.offset),
  step: textOf(rule.step),
  rounding: roundings.find((rounding) => rounding === rule.rounding) ?? 'nearest',
  floor: textOf(rule.floor),
  ceiling: textOf(rule.ceiling),
  lastGood: textOf(rule.last_good_seconds),
})

const textOf = (value: number | null): string => (value === null || value === 0 ? '' : String(value))

/** Change that makes a rule match the form. Null clears a field. */
export const toRuleChange = (form: RuleFormValues): Required<RuleChange> & NewRuleNames => ({
  name: form.name.trim(),
  fiat: form.fiat,
  side: form.side,
  base: form.base,
  n: form.base === 'nth' ? numberOf(form.n) : null,
  amount: form.base === 'size' ? numberOf(form.amount) : null,
  exchanges: listOf(form.exchanges),
  payment_methods: listOf(form.methods),
  exclude_methods: listOf(form.excluded),
  offset_pct: numberOf(form.offsetPct),
  offset: numberOf(form.offset),
  step: numberOf(form.step),
  rounding: form.rounding,
  floor: numberOf(form.floor),
  ceiling: numberOf(form.ceiling),
  last_good_seconds: Number(form.lastGood),
})

type NewRuleNames = Pick<NewRule, 'name' | 'last_good_seconds'>

const numberOf = (text: string): number | null => (text === '' ? null : Number(text))
const listOf = (names: readonly string[]): readonly string[] | null => (names.length === 0 ? null : names)

export const toRuleBody = (form: RuleFormValues): NewRule => withoutNulls(toRuleChange(form))

/** The formula alone, as an address carries it; `null` while it lacks something. */
export function toFormulaQuery(form: RuleFormValues): FormulaQuery | null {
  if (missingFormulaField(form) !== null) return null
  const { name: _, last_good_seconds: __, payment_methods, exclude_methods, ...formula } = toRuleBody(form)
  return { ...formula, payment_method: payment_methods, exclude_method: exclude_methods }
}

type WithoutNulls<Fields> = { readonly [Name in keyof Fields]: NonNullable<Fields[Name]> }

const withoutNulls = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<Fields>

/** Missing or contradictory field of the formula, or null. The name isn't checked. */
export function missingFormulaField({ base, n, amount, floor, ceiling }: RuleFormValues) {
  if (base === 'nth' && n === '') return 'rules.need.n'
  if (base === 'size' && amount === '') return 'rules.need.amount'
  return floor !== '' && ceiling !== '' && Number(ceiling) < Number(floor) ? 'rules.need.bounds' : null
}
