import { formulaOf, type RecordedPrice, type RuleInput } from '@p2p-rates/contract'
import type { Fiat, Formula } from '@p2p-rates/core'
import type { OwnedRecords } from '../../base/owned-records.js'

/** Implemented in storage/; every implementation passes rule-store.contract.ts. Deletes a rule with its last good value. */
export interface RuleStore extends OwnedRecords<SavedRule> {
  ofFiat(fiat: Fiat): Promise<readonly SavedRule[]>
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
