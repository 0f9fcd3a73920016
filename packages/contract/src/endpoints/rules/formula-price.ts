import {
  type Confidence,
  type FormulaPrice as CorePrice,
  type Formula,
  type FormulaBase,
  formulaPrice,
  type NoFormulaPriceReason,
} from '@p2p-rates/core'
import { asset, formulaBases, formulaStepNames, noFormulaPriceReasons } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import { coreWords } from '../../endpoint/type-names.js'
import {
  isoTime,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wirePrice,
  wireSide,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { FormulaBasis, FormulaPrice } from '../../generated/types.js'
import {
  confidenceSchema,
  recordedConfidenceSchema,
  toConfidenceResponse,
  toRecordedConfidenceResponse,
} from '../prices/confidence.js'
import { explainFormula, explainMissingPrice } from './explain-formula.js'
import { formulaOfQuery, formulaQuery } from './formula-inputs.js'

export const basisSchema: z.ZodType<FormulaBasis> = z
  .object({
    base: coreWords('FormulaBase', formulaBases),
    price: wirePrice,
    exchanges: z.array(wireExchange).meta({ description: 'Exchanges whose ads give the base price.' }),
    ads: wireCount,
    confidence: z
      .union([confidenceSchema, recordedConfidenceSchema])
      .meta({ description: 'Confidence in the best price of this side.' }),
  })
  .meta({ id: 'FormulaBasis', description: 'Base price of a formula.' })

export const formulaPriceShape = {
  asset: wireAsset,
  fiat: wireFiat,
  side: wireSide,
  value: wirePrice.nullable().meta({ description: 'The price; null if there is none, with the cause in `reason`.' }),
  basis: basisSchema.nullable(),
  as_of: wireTime.nullable().meta({ description: 'Receive time of the newest observation used, UTC.' }),
  reason: coreWords('NoFormulaPriceReason', noFormulaPriceReasons).nullable().meta({
    description:
      'Reason why there is no price now. no_data: no fresh data of these exchanges. no_ads: no ad for a normal caller. too_few_ads: fewer than `n`. amount_does_not_fit: the trusted ads cannot fill the amount. not_positive: the offsets left no price above zero.',
  }),
  steps: z
    .array(z.object({ step: z.enum(formulaStepNames), price: z.number() }).meta({ id: 'FormulaStep' }))
    .meta({ description: 'Price after each step that changed it, starting with the base.' }),
  explanation: z.string().meta({ description: 'The calculation as a sentence.' }),
} as const

const answer: z.ZodType<FormulaPrice> = z
  .object(formulaPriceShape)
  .meta({ id: 'FormulaPrice', description: 'A price by formula.' })

/** A price as it is stored: of its confidence only the level. */
export type RecordedPrice = Omit<CorePrice, 'confidence'> & { readonly confidence: Confidence }

export type FormulaInput = {
  readonly fiat: string
  readonly formula: Formula
  readonly made: CorePrice | RecordedPrice | { readonly reason: NoFormulaPriceReason }
}

export function toFormulaPriceResponse({ fiat, formula, made }: FormulaInput): FormulaPrice {
  const asked = { asset, fiat, side: formula.side } as const
  if ('reason' in made)
    return {
      ...asked,
      value: null,
      basis: null,
      as_of: null,
      reason: made.reason,
      steps: [],
      explanation: explainMissingPrice(fiat, made.reason),
    }
  return {
    ...asked,
    value: made.price,
    basis: toBasisResponse(formula.base, made),
    as_of: isoTime(made.observedAtMs),
    reason: null,
    steps: made.steps,
    explanation: explainFormula(fiat, formula, made),
  }
}

const toBasisResponse = (
  base: FormulaBase,
  { steps, exchanges, ads, confidence }: CorePrice | RecordedPrice,
): FormulaBasis => ({
  base,
  price: steps[0]?.price ?? 0,
  exchanges,
  ads,
  confidence:
    typeof confidence === 'string' ? toRecordedConfidenceResponse(confidence) : toConfidenceResponse(confidence),
})

export const formulaPriceColumns = ['fiat', 'side', 'value', 'as_of', 'reason', 'explanation'] as const

export const exampleFormulaPrice: FormulaPrice = {
  asset,
  fiat: 'UAH',
  side: 'BUY',
  value: 41.9,
  basis: { base: 'best', price: 41.32, exchanges: ['binance'], ads: 1, confidence: { level: 'high', reasons: [] } },
  as_of: '2026-11-21T10:05:00.000Z',
  reason: null,
  steps: [
    { step: 'base', price: 41.32 },
    { step: 'offset_pct', price: 41.9398 },
    { step: 'rounding', price: 41.9 },
  ],
  explanation:
    'The best price to buy USDT is 41.32 UAH, on binance. With 1.5 % on top: 41.9398. Rounded to a multiple of 0.05: 41.9.',
}

/**
 * @example
 * const { value, explanation } = await p2p.formula({ base: 'nth', n: 3, exchanges: ['binance', 'okx'], offset: -0.05 })
 */
export const formula = defineEndpoint({
  name: 'formula',
  method: 'GET',
  path: '/formula',
  ...forKeys('Pro', 'session'),
  summary: 'A price by formula, without saving it',
  description:
    'Starts with a market price: the best, the n-th best, the median of the exchanges, or the average for an amount. Then adds an offset in percent and one in fiat, rounds, and applies floor and ceiling, in exact decimals. `rules.create` saves the same formula.',
  query: { ...formulaQuery, ...callerInputs },
  answer,
  example: exampleFormulaPrice,
  table: tableOf(formulaPriceColumns, (price: FormulaPrice) => [price]),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerFormula(query: QuestionOf<typeof formula>, known: MarketData): Success<FormulaPrice> {
  const asked = formulaOfQuery(query)
  const market = known.ofMethods(asked.methods)
  return {
    answer: toFormulaPriceResponse({
      fiat: known.fiat,
      formula: asked,
      made: formulaPrice(asked, market, known.rules),
    }),
  }
}

export const formulaOfMarket = marketEndpoint(formula, answerFormula)
