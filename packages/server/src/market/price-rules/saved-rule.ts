import { formulaOf, type RecordedPrice, type RuleInput } from '@p2p-rates/contract'
import type { Fiat, Formula } from '@p2p-rates/core'

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
