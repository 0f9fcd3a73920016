import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { PriceRule } from './rule-pricing.js'
import type { RuleStore } from './rule-store.js'
import type { LastKnownPrice, SavedRule } from './saved-rule.js'

/**
 * Writes down what a snapshot makes of every rule of its currency. Called before anybody is shown it: no value that
 * was ever told is forgotten, whatever ends this server.
 */
export const createKeepGood =
  (priceRule: PriceRule) =>
  async (store: Pick<RuleStore, 'ofFiat' | 'keepLastKnownPrice'>, snapshot: MarketSnapshot): Promise<void> => {
    const rules = await store.ofFiat(snapshot.fiat)
    await store.keepLastKnownPrice(rules.flatMap((rule) => goodValueOf(priceRule, rule, snapshot) ?? []))
  }

/** Null where the snapshot makes no price of the rule. */
export function goodValueOf(priceRule: PriceRule, rule: SavedRule, snapshot: MarketSnapshot): LastKnownPrice | null {
  const price = priceRule(rule, snapshot)
  return 'reason' in price ? null : { ruleId: rule.id, revision: rule.revision, version: snapshot.version, price }
}

export type KeepGood = ReturnType<typeof createKeepGood>
