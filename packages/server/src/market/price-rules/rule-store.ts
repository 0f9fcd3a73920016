import { formulaOf, type RecordedPrice, type RuleInput } from '@p2p-rates/contract'
import type { Fiat, Formula } from '@p2p-rates/core'

/**
 * Rules of all accounts. Implemented in storage/; every implementation passes rule-store.contract.ts. Writes resolve once
 * durable.
 */
export interface RuleStore {
  /** Atomic. False if the account already has `atMost`. */
  create(rule: SavedRule, atMost: number): Promise<boolean>
  find(ruleId: string): Promise<SavedRule | null>
  /** Oldest first. */
  list(accountId: string): Promise<readonly SavedRule[]>
  ofFiat(fiat: Fiat): Promise<readonly SavedRule[]>
  /**
   * Atomic and durable: writes the result of `decide`, which may run more than once. Null if the rule does not exist.
   */
  change(ruleId: string, decide: (now: SavedRule) => SavedRule): Promise<SavedRule | null>
  /** Also deletes its last good value. */
  delete(accountId: string, ruleId: string): Promise<boolean>
  /** Atomic. Ignores a value of older data, of an older revision or of a deleted rule. */
  saveLastKnownPrices(values: readonly LastKnownPrice[]): Promise<void>
  findLastKnownPrice(rule: Pick<SavedRule, 'id' | 'revision'>): Promise<LastKnownPrice | null>
}

export type SavedRule = RuleInput & {
  readonly accountId: string
  readonly fiat: Fiat
  /** Rises with every change of the formula; values of other revisions don't belong to it. */
  readonly revision: number
}

export type LastKnownPrice = {
  readonly ruleId: string
  readonly revision: number
  readonly version: number
  readonly price: RecordedPrice
}

export const formulaOfRule = ({ fields }: Pick<SavedRule, 'fields'>): Formula => formulaOf(fields)
