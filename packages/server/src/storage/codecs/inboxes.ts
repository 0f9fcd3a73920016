import type { Inbox } from '../../alerts/channels/inbox.js'
import type { SqlRow } from './sql-values.js'

export const toInboxColumns = (inbox: Inbox) => ({
  place: inbox.address === null ? null : addressKeyOf(inbox.kind, inbox.address),
  code: inbox.code?.digest ?? null,
  record: JSON.stringify(inbox),
})

export const addressKeyOf = (kind: Inbox['kind'], address: string): string => `${kind} ${address}`

/** Our own writing, read back. */
export const readInbox = (row: SqlRow): Inbox => JSON.parse(String(row.record)) as Inbox
