import type { LastKnownPrice, SavedRule } from '../../price-rules/saved-rule.js'
import type { SqlRow } from './columns.js'

/** Our own writing, read back. */
export const readRule = (row: SqlRow): SavedRule => JSON.parse(String(row.record)) as SavedRule

export const readGoodValue = (row: SqlRow): LastKnownPrice => JSON.parse(String(row.record)) as LastKnownPrice

/** Always in one order, so that two who write many at once never wait for each other. */
export const inWritingOrder = (values: readonly LastKnownPrice[]): readonly LastKnownPrice[] =>
  values.toSorted((one, other) => (one.ruleId < other.ruleId ? -1 : 1))
