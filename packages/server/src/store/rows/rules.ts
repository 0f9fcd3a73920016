import type { GoodValue, SavedRule } from '../../rules/saved-rule.js'
import type { SqlRow } from './columns.js'

/** Our own writing, read back. */
export const readRule = (row: SqlRow): SavedRule => JSON.parse(String(row.record)) as SavedRule

export const readGoodValue = (row: SqlRow): GoodValue => JSON.parse(String(row.record)) as GoodValue

/** Always in one order, so that two who write many at once never wait for each other. */
export const inWritingOrder = (values: readonly GoodValue[]): readonly GoodValue[] =>
  values.toSorted((one, other) => (one.ruleId < other.ruleId ? -1 : 1))
