import { formulaBases, roundings } from '@p2p-rates/core'
import { z } from 'zod'
import { orNull } from '../../endpoint/patch-inputs.js'
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
import type { PriceRule, RulePrice } from '../../generated/types.js'

import { type FormulaFields, formulaBody } from './formula-inputs.js'
import { formulaPriceShape } from './formula-price.js'

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
