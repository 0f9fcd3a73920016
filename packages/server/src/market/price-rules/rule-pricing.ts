import {
  type FormulaPrice,
  formulaPrice,
  judgeForMethods,
  type NoFormulaPriceReason,
  type TrustedMarket,
  type TrustRules,
  wantsAllMethods,
} from '@p2p-rates/core'
import type { MarketSnapshot } from '../market-snapshot.js'
import { formulaOfRule, type SavedRule } from './saved-rule.js'

/** Prices a rule from one snapshot. Deterministic, so the same on every replica. */
export type PriceRule = (
  rule: Pick<SavedRule, 'fields'>,
  snapshot: MarketSnapshot,
) => FormulaPrice | { readonly reason: NoFormulaPriceReason }

/** Scores each snapshot once per set of payment methods. */
export function createPriceRule(rules: TrustRules): PriceRule {
  const judged = new WeakMap<MarketSnapshot, Map<string, TrustedMarket>>()
  return (rule, snapshot) => {
    const formula = formulaOfRule(rule)
    const { methods } = formula
    if (wantsAllMethods(methods)) return formulaPrice(formula, snapshot.market, rules)
    const known = judged.get(snapshot) ?? new Map<string, TrustedMarket>()
    judged.set(snapshot, known)
    const name = JSON.stringify(methods)
    const market = known.get(name) ?? judgeForMethods(snapshot.market, methods, snapshot.memory, rules)
    known.set(name, market)
    return formulaPrice(formula, market, rules)
  }
}
