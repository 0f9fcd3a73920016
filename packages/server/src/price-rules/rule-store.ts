import type { Fiat } from '@p2p-rates/core'
import type { LastKnownPrice, SavedRule } from './saved-rule.js'

/** The rules of all accounts. Implemented in store/; every implementation passes rule-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface RuleStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(rule: SavedRule, atMost: number): Promise<boolean>
  find(ruleId: string): Promise<SavedRule | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly SavedRule[]>
  /** Of all accounts. */
  ofFiat(fiat: Fiat): Promise<readonly SavedRule[]>
  /** In one durable step: `decide` is told the rule as it stands, and what it answers is written. It may be asked again. Null where there is none. */
  change(ruleId: string, decide: (now: SavedRule) => SavedRule): Promise<SavedRule | null>
  /** With its last good value. */
  delete(accountId: string, ruleId: string): Promise<boolean>
  /** In one step. A value of newer data stays, and so does one of a newer formula; of a rule that is gone none is kept. */
  keepLastKnownPrice(values: readonly LastKnownPrice[]): Promise<void>
  /** Null where there is none of this revision. */
  lastGood(rule: Pick<SavedRule, 'id' | 'revision'>): Promise<LastKnownPrice | null>
}
