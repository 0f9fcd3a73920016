import type { ExchangeId } from '../currencies-and-sides.js'
import type { SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { formulaBase, noBaseReasons } from './formula-base.js'
import { type FormulaStep, formulaSteps, priceOfSteps } from './formula-steps.js'
import type { Formula } from './formula-type.js'

/** `not_positive`: the offsets left no price above zero. */
export const noFormulaPriceReasons = [...noBaseReasons, 'not_positive'] as const
export type NoFormulaPriceReason = (typeof noFormulaPriceReasons)[number]

export type FormulaPrice = {
  readonly price: number
  readonly exchanges: readonly ExchangeId[]
  readonly ads: number
  readonly confidence: SideConfidence
  readonly observedAtMs: number
  readonly steps: readonly FormulaStep[]
}

/**
 * Price by a formula: a market price, then offsets, rounding, floor and ceiling, in exact decimals. Returns a reason if
 * there is no price. Judge the market with `judgeForMethods` first if the formula names payment methods.
 */
export function formulaPrice(
  formula: Formula,
  market: TrustedMarket,
  rules: TrustRules = normalRules,
): FormulaPrice | { readonly reason: NoFormulaPriceReason } {
  const base = formulaBase(formula, market, rules)
  if ('reason' in base) return base
  const { exchanges, ads, observedAtMs } = base
  const steps = formulaSteps(base.price, formula.arithmetic)
  const price = priceOfSteps(steps)
  if (price === null) return { reason: 'not_positive' }
  return { price, exchanges, ads, confidence: market.confidence[formula.side], observedAtMs, steps }
}
