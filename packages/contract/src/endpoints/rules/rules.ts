import type { Formula, FormulaPrice, NoFormulaPriceReason } from '@p2p-rates/core'
import { formulaBases, roundings } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { FormulaFields } from '../../endpoint/derived-types.js'
import { changeRule, orNull } from '../../endpoint/patch-inputs.js'
import { coreWords, typeNames } from '../../endpoint/type-names.js'
import {
  isoTime,
  wireCount,
  wireExchange,
  wireFiat,
  wirePrice,
  wireSide,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { PriceRule, RuleList, RulePrice } from '../../generated/types.js'
import { formulaBody, formulaChange } from './formula-inputs.js'
import {
  exampleFormulaPrice,
  formulaPriceColumns,
  formulaPriceShape,
  type RecordedPrice,
  toFormulaPriceResponse,
} from './formula-price.js'

/** As many rules, and as many boards, as one account may have. */
export const mostRules = 20
export const longestRuleName = 64
const longestLastGood = 604_800

const nameSchema = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((text) => [...text].length <= longestRuleName),
  )
export const ruleName = {
  schema: nameSchema.meta({
    description: 'Name of the rule, for people.',
    maxLength: longestRuleName,
    examples: ['Desk, buying'],
  }),
  expects: `a text of 1 to ${longestRuleName} characters`,
}
const lastGoodSchema = z.int().min(0).max(longestLastGood)
const lastGoodWords =
  'Maximum age in seconds of the last good value that replaces a missing price, counted from its observation; 0 disables it. Fresh data may itself be up to 10 minutes old.'
const lastGoodExpects = `a whole number of seconds from 0 to ${longestLastGood}`

export const newRule = {
  name: ruleName,
  ...formulaBody,
  last_good_seconds: {
    schema: lastGoodSchema.default(0).meta({ description: lastGoodWords }),
    expects: lastGoodExpects,
  },
}

export const nameChange = {
  ...ruleName,
  schema: nameSchema.optional().meta({ description: 'Name of the rule, for people.' }),
}
export const lastGoodChange = orNull(
  { schema: lastGoodSchema.optional(), expects: lastGoodExpects },
  `${lastGoodWords} Null resets it.`,
)

export const ruleSchema: z.ZodType<PriceRule> = z
  .object({
    id: z.string().meta({ examples: ['ru_7Hq2'] }),
    name: z.string(),
    fiat: wireFiat,
    side: wireSide,
    base: coreWords('FormulaBase', formulaBases),
    n: wireCount.nullable(),
    amount: z.number().nullable(),
    exchanges: z.array(wireExchange).meta({ description: 'All exchanges if empty.' }),
    payment_methods: z.array(z.string()),
    exclude_methods: z.array(z.string()),
    offset_pct: z.number(),
    offset: z.number(),
    step: z.number().nullable(),
    rounding: coreWords('Rounding', roundings),
    floor: wirePrice.nullable(),
    ceiling: wirePrice.nullable(),
    last_good_seconds: wireCount.meta({ description: 'Maximum age in seconds of the last good value.' }),
    created_at: wireTime,
  })
  .meta({ id: 'Rule', description: 'Formula saved under a name.' })
  .register(typeNames, { type: 'PriceRule' })

export const rulePriceSchema: z.ZodType<RulePrice> = z
  .object({
    rule: z.string().meta({ description: 'The id of the rule.' }),
    name: z.string(),
    ...formulaPriceShape,
    last_good: z
      .object({
        value: wirePrice,
        as_of: wireTime.meta({ description: 'Receive time of the newest observation used, UTC.' }),
        valid_until_at: wireTime.meta({ description: 'Time until which it may replace a fresh value, UTC.' }),
      })
      .meta({ id: 'LastGood' })
      .nullable()
      .meta({
        description: 'Last value calculated from fresh data; null before the first, and after a change of the formula.',
      }),
    stale_since: wireTime.nullable().meta({
      description: 'Receive time of the newest data behind the last good value; given if there is no fresh price.',
    }),
  })
  .meta({ id: 'RulePrice', description: 'Current price of a rule.' })

export type RuleInput = {
  readonly id: string
  readonly name: string
  readonly fields: FormulaFields
  readonly lastGoodSeconds: number
  readonly createdAtMs: number
}

export const toRuleResponse = ({ id, name, fields, lastGoodSeconds, createdAtMs }: RuleInput): PriceRule => ({
  id,
  name,
  fiat: fields.fiat ?? 'UAH',
  side: fields.side ?? 'BUY',
  base: fields.base ?? 'best',
  n: fields.n ?? null,
  amount: fields.amount ?? null,
  exchanges: fields.exchanges ?? [],
  payment_methods: fields.payment_methods ?? [],
  exclude_methods: fields.exclude_methods ?? [],
  offset_pct: fields.offset_pct ?? 0,
  offset: fields.offset ?? 0,
  step: fields.step ?? null,
  rounding: fields.rounding ?? 'nearest',
  floor: fields.floor ?? null,
  ceiling: fields.ceiling ?? null,
  last_good_seconds: lastGoodSeconds,
  created_at: isoTime(createdAtMs),
})

const shared = { ...forKeys('Pro', 'session'), errors: ['storage_unavailable'] } as const
const ofRule = { id: id('rule') }

const exampleRule: PriceRule = {
  id: 'ru_7Hq2',
  name: 'Desk, buying',
  fiat: 'UAH',
  side: 'BUY',
  base: 'best',
  n: null,
  amount: null,
  exchanges: ['binance', 'okx'],
  payment_methods: [],
  exclude_methods: [],
  offset_pct: 1.5,
  offset: 0,
  step: 0.05,
  rounding: 'nearest',
  floor: 40,
  ceiling: null,
  last_good_seconds: 3_600,
  created_at: '2026-11-21T10:00:00.000Z',
}

/** @group Prices by rule: saved formulas, whose last good value is remembered. */
export const listRules = defineEndpoint({
  ...shared,
  name: 'rules.list',
  method: 'GET',
  path: '/rules',
  summary: 'All rules of the account',
  description: 'Returns the saved formulas, the oldest first.',
  answer: z
    .object({ rules: z.array(ruleSchema), limit: z.int() })
    .meta({ id: 'RuleList' }) satisfies z.ZodType<RuleList>,
  example: { rules: [exampleRule], limit: mostRules },
  table: tableOf(columnsOf(ruleSchema), ({ rules }: RuleList) => rules),
})

/**
 * `formula` prices a formula without saving it.
 *
 * @example
 * const { id } = await p2p.rules.create({ name: 'Desk', base: 'median', offset_pct: 1.5, step: 0.05, last_good_seconds: 3600 })
 */
export const createRule = defineEndpoint({
  ...shared,
  name: 'rules.create',
  method: 'POST',
  path: '/rules',
  summary: 'Save a formula',
  description: `Saves a formula under a name, at most ${mostRules} per account. The server also stores its last good value across restarts. \`formula/preview\` shows beforehand the prices it would have given in the last 7 days.`,
  inputType: 'NewRule',
  body: newRule,
  status: 201,
  answer: ruleSchema,
  example: exampleRule,
  errors: ['rule_limit', 'storage_unavailable'],
})

export const getRule = defineEndpoint({
  ...shared,
  name: 'rules.get',
  method: 'GET',
  path: '/rules/{id}',
  summary: 'One rule',
  description: 'Returns the saved formula.',
  params: ofRule,
  answer: ruleSchema,
  example: exampleRule,
})

export const updateRule = defineEndpoint({
  ...shared,
  name: 'rules.update',
  method: 'PATCH',
  path: '/rules/{id}',
  summary: 'Change a rule',
  description: `${changeRule} A changed formula deletes the last good value, because it belongs to the old formula.`,
  params: ofRule,
  inputType: 'RuleChange',
  body: {
    name: nameChange,
    ...formulaChange,
    last_good_seconds: lastGoodChange,
  },
  answer: ruleSchema,
  example: exampleRule,
})

export const deleteRule = defineEndpoint({
  ...shared,
  name: 'rules.delete',
  method: 'DELETE',
  path: '/rules/{id}',
  summary: 'Delete a rule',
  description: 'Deletes the rule and removes it from all boards that show it.',
  params: ofRule,
  ...withoutAnswer,
})

/**
 * @example
 * const { value, stale_since, explanation } = await p2p.rules.price(id)
 * console.log(value ?? 'no price', stale_since === null ? 'fresh' : `as of ${stale_since}`, explanation)
 */
export const priceRule = defineEndpoint({
  ...shared,
  name: 'rules.price',
  method: 'GET',
  path: '/rules/{id}/price',
  summary: 'Current price of a rule',
  description:
    'Price by the saved formula. Without a fresh price, returns the last good value with `stale_since` and `reason`, up to the age the rule allows. After that, `value` is null.',
  params: ofRule,
  answer: rulePriceSchema,
  example: {
    rule: 'ru_7Hq2',
    name: 'Desk, buying',
    ...exampleFormulaPrice,
    basis: { base: 'best', price: 41.32, exchanges: ['binance'], ads: 1, confidence: { level: 'high', reasons: null } },
    reason: 'no_data',
    explanation:
      'There are no fresh prices of these exchanges for UAH. The last good value, of 2026-11-21T10:05:00.000Z, is valid until 2026-11-21T11:05:00.000Z. The best price to buy USDT is 41.32 UAH, on binance. With 1.5 % on top: 41.9398. Rounded to a multiple of 0.05: 41.9.',
    last_good: { value: 41.9, as_of: '2026-11-21T10:05:00.000Z', valid_until_at: '2026-11-21T11:05:00.000Z' },
    stale_since: '2026-11-21T10:05:00.000Z',
  },
  table: tableOf(['rule', 'name', ...formulaPriceColumns, 'stale_since'], (price: RulePrice) => [price]),
  carriesPrices: true,
})

export type RulePriceInput = {
  readonly rule: RuleInput
  readonly formula: Formula
  readonly made: FormulaPrice | { readonly reason: NoFormulaPriceReason }
  readonly lastGood: RecordedPrice | null
  readonly nowMs: number
}

/** A value that has no fresh data behind it says so, and ends when the rule says. */
export function toRulePriceResponse({ rule, formula, made, lastGood, nowMs }: RulePriceInput): RulePrice {
  const fiat = rule.fields.fiat ?? 'UAH'
  const known = 'reason' in made ? lastGood : made
  const untilMs = (known?.observedAtMs ?? 0) + rule.lastGoodSeconds * 1000
  const now = toFormulaPriceResponse({ fiat, formula, made })
  const named = {
    rule: rule.id,
    name: rule.name,
    last_good: known && { value: known.price, as_of: isoTime(known.observedAtMs), valid_until_at: isoTime(untilMs) },
    stale_since: 'reason' in made && known !== null ? isoTime(known.observedAtMs) : null,
  }
  if (!('reason' in made)) return { ...now, ...named }
  if (known === null) return { ...now, ...named, explanation: `${now.explanation} There is no earlier value.` }
  const before = toFormulaPriceResponse({ fiat, formula, made: known })
  const of = `The last good value, of ${before.as_of},`
  if (nowMs > untilMs)
    return { ...now, ...named, explanation: `${now.explanation} ${of} is no longer valid: ${whyEnded(rule, untilMs)}` }
  const explanation = `${now.explanation} ${of} is valid until ${isoTime(untilMs)}. ${before.explanation}`
  return { ...before, ...named, reason: made.reason, explanation }
}

const whyEnded = ({ lastGoodSeconds }: RuleInput, untilMs: number): string =>
  lastGoodSeconds === 0 ? 'the rule allows none.' : `it was valid until ${isoTime(untilMs)}.`
