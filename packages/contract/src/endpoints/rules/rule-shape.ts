import { type Fiat, type FormulaBase, formulaBases, type Rounding, roundings, type Side } from '@p2p-rates/core'
import { z } from 'zod'
import type { InputsOf } from '../../endpoint/input.js'
import { orNull } from '../../endpoint/patch-inputs.js'
import {
  type ExchangeName,
  isoTime,
  type LooseEnum,
  wireCount,
  wireExchange,
  wireFiat,
  wirePrice,
  wireSide,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import { type FormulaFields, formulaBody } from './formula-inputs.js'
import { type FormulaPrice, formulaPriceShape } from './formula-price.js'

/** Formula saved under a name. */
export type PriceRule = {
  readonly id: string
  readonly name: string
  readonly fiat: LooseEnum<Fiat>
  readonly side: Side
  readonly base: LooseEnum<FormulaBase>
  readonly n: number | null
  readonly amount: number | null
  /** All exchanges if empty. */
  readonly exchanges: readonly ExchangeName[]
  readonly payment_methods: readonly string[]
  readonly exclude_methods: readonly string[]
  readonly offset_pct: number
  readonly offset: number
  readonly step: number | null
  readonly rounding: LooseEnum<Rounding>
  readonly floor: number | null
  readonly ceiling: number | null
  /** Maximum age of the last good value while it may replace a price, in seconds since its observation. */
  readonly last_good_seconds: number
  readonly created_at: string
}

export type RuleList = {
  readonly rules: readonly PriceRule[]
  readonly limit: number
}

export type NewRule = FormulaFields & {
  readonly name: string
  /** Maximum age of the last good value; 0 when absent: only fresh data makes a price. */
  readonly last_good_seconds?: number | undefined
}

type Nullable<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined }

/** Body of `rules.update`: absent fields stay, `null` resets a field to what creation makes of its absence. */
export type RuleChange = Nullable<Omit<NewRule, 'name'>> & { readonly name?: string | undefined }

export type RulePrice = FormulaPrice & {
  readonly rule: string
  readonly name: string
  /** Last value calculated from fresh data; `null` before the first, and after a change of the formula. */
  readonly last_good: LastGood | null
  /** Receive time of the newest data behind the last good value; given if there is no fresh price. */
  readonly stale_since: string | null
}

export type LastGood = {
  readonly value: number
  /** Receive time of the newest observation used. */
  readonly as_of: string
  /** Time until which it may replace a fresh value. */
  readonly valid_until_at: string
}

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
} satisfies InputsOf<NewRule>

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
    base: z.enum(formulaBases),
    n: wireCount.nullable(),
    amount: z.number().nullable(),
    exchanges: z.array(wireExchange).meta({ description: 'All exchanges if empty.' }),
    payment_methods: z.array(z.string()),
    exclude_methods: z.array(z.string()),
    offset_pct: z.number(),
    offset: z.number(),
    step: z.number().nullable(),
    rounding: z.enum(roundings),
    floor: wirePrice.nullable(),
    ceiling: wirePrice.nullable(),
    last_good_seconds: wireCount.meta({ description: 'Maximum age in seconds of the last good value.' }),
    created_at: wireTime,
  })
  .meta({ id: 'Rule', description: 'Formula saved under a name.' })

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
