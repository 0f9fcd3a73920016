import { type FormulaPrice, formulaPrice, type NoFormulaPriceReason, type TrustRules } from '@p2p-rates/core'
import { createJudgedMarkets } from '../market-data.js'
import type { MarketSnapshot } from '../market-snapshot.js'
import { formulaOfRule, type LastKnownPrice, type RuleStore, type SavedRule } from './rule-store.js'

/** Prices a rule from one snapshot. Deterministic, so the same on every replica. */
export type PriceRule = (
  rule: Pick<SavedRule, 'fields'>,
  snapshot: MarketSnapshot,
) => FormulaPrice | { readonly reason: NoFormulaPriceReason }

export function createPriceRule(rules: TrustRules): PriceRule {
  const judgedMarket = createJudgedMarkets(rules)
  return (rule, snapshot) => {
    const formula = formulaOfRule(rule)
    return formulaPrice(formula, judgedMarket(snapshot, formula.methods), rules)
  }
}

/** Called before the snapshot is published, so that every value ever shown survives a crash. */
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
