import type { Inbox } from '../../alerts/channels/inbox.js'
import type { Reporter } from '../../ingest/agents/reporter.js'
import type { SavedBoard } from '../../market/price-pages/price-board-store.js'
import type { LastKnownPrice, SavedRule } from '../../market/price-rules/rule-store.js'
import { readJson, type SqlRow } from './sql-values.js'

export const toInboxColumns = (inbox: Inbox) => ({
  place: inbox.address === null ? null : addressKeyOf(inbox.kind, inbox.address),
  code: inbox.code?.digest ?? null,
  record: JSON.stringify(inbox),
})

export const addressKeyOf = (kind: Inbox['kind'], address: string): string => `${kind} ${address}`

export const readInbox = (row: SqlRow): Inbox => readJson(row, 'record')

/** Stored names of the lists of payment methods. */
type StoredFields = Omit<SavedRule['fields'], 'payment_methods' | 'exclude_methods'> & {
  readonly payment_method?: readonly string[] | undefined
  readonly exclude_method?: readonly string[] | undefined
}

export function writeRule({ fields: { payment_methods, exclude_methods, ...others }, ...rule }: SavedRule): string {
  const fields: StoredFields = { ...others, payment_method: payment_methods, exclude_method: exclude_methods }
  return JSON.stringify({ ...rule, fields })
}

export function readRule(row: SqlRow): SavedRule {
  const { fields, ...rule } = readJson<SavedRule & { readonly fields: StoredFields }>(row, 'record')
  const { payment_method, exclude_method, ...others } = fields
  return {
    ...rule,
    fields: {
      ...others,
      ...(payment_method === undefined ? {} : { payment_methods: payment_method }),
      ...(exclude_method === undefined ? {} : { exclude_methods: exclude_method }),
    },
  }
}

export const readLastKnownPrice = (row: SqlRow): LastKnownPrice => readJson(row, 'record')

/** Always in one order, so that two who write many at once never wait for each other. */
export const inWritingOrder = (values: readonly LastKnownPrice[]): readonly LastKnownPrice[] =>
  values.toSorted((one, other) => (one.ruleId < other.ruleId ? -1 : 1))

/** Boards of older versions have no accent. */
export const readPriceBoard = (row: SqlRow): SavedBoard => ({
  accent: null,
  ...readJson<Omit<SavedBoard, 'accent'>>(row, 'record'),
})

export const readReporter = (row: SqlRow): Reporter => readJson(row, 'record')
