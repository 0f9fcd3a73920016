import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { PriceRule } from './rule-pricing.js'
import type { RuleStore } from './rule-store.js'

/**
 * Writes down what a snapshot makes of every rule of its currency. Called before anybody is shown it: no value that
 * was ever told is forgotten, whatever ends this server.
 */
export const createKeepGood =
  (priceRule: PriceRule) =>
  async (store: Pick<RuleStore, 'ofFiat' | 'keepGood'>, snapshot: MarketSnapshot): Promise<void> => {
    const rules = await store.ofFiat(snapshot.fiat)
    const values = rules.flatMap((rule) => {
      const price = priceRule(rule, snapshot)
      return 'reason' in price ? [] : [{ ruleId: rule.id, revision: rule.revision, version: snapshot.version, price }]
    })
    await store.keepGood(values)
  }

export type KeepGood = ReturnType<typeof createKeepGood>
