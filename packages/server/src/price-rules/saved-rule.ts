import { formulaOf, type RuleInput } from '@p2p-rates/contract'
import type { Fiat, Formula, FormulaPrice } from '@p2p-rates/core'

/** A formula that an account has saved. */
export type SavedRule = RuleInput & {
  readonly accountId: string
  readonly fiat: Fiat
  /** Rises with every change of the formula: values of another revision are not its own. */
  readonly revision: number
}

/** The last that fresh data made of a rule. */
export type LastKnownPrice = {
  readonly ruleId: string
  readonly revision: number
  /** Of the data that it was made of. */
  readonly version: number
  readonly price: FormulaPrice
}

export const formulaOfRule = ({ fields }: Pick<SavedRule, 'fields'>): Formula => formulaOf(fields)
