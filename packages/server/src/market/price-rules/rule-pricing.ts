import {
  type FormulaPrice,
  formulaPrice,
  judgeForMethods,
  type NoFormulaPriceReason,
  type TrustedMarket,
  type TrustRules,
} from '@p2p-rates/core'
import { wantsAllMethods } from '@p2p-rates/core/internal'
import type { MarketSnapshot } from '../market-snapshot.js'
import { formulaOfRule, type LastKnownPrice, type RuleStore, type SavedRule } from './rule-store.js'

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

/**
 * Stores every rule's value from a snapshot. Called before the snapshot is published, so that every value ever shown
 * survives a crash.
 */
export async function storeLastKnownPrices(
  priceRule: PriceRule,
  store: Pick<RuleStore, 'ofFiat' | 'saveLastKnownPrices'>,
  snapshot: MarketSnapshot,
): Promise<void> {
  const rules = await store.ofFiat(snapshot.fiat)
  await store.saveLastKnownPrices(rules.flatMap((rule) => lastKnownPriceOf(priceRule, rule, snapshot) ?? []))
}

export function lastKnownPriceOf(
  priceRule: PriceRule,
  rule: SavedRule,
  snapshot: MarketSnapshot,
): LastKnownPrice | null {
  const price = priceRule(rule, snapshot)
  if ('reason' in price) return null
  const recorded = { ...price, confidence: price.confidence.level }
  return { ruleId: rule.id, revision: rule.revision, version: snapshot.version, price: recorded }
}
