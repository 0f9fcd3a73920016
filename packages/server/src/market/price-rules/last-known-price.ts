import type { MarketSnapshot } from '../market-snapshot.js'
import type { PriceRule } from './rule-pricing.js'
import type { RuleStore } from './rule-store.js'
import type { LastKnownPrice, SavedRule } from './saved-rule.js'

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
