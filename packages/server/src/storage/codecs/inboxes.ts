import type { Inbox } from '../../alerts/channels/inbox.js'
import { readJson, type SqlRow } from './sql-values.js'

export const toInboxColumns = (inbox: Inbox) => ({
  place: inbox.address === null ? null : addressKeyOf(inbox.kind, inbox.address),
  code: inbox.code?.digest ?? null,
  record: JSON.stringify(inbox),
})

export const addressKeyOf = (kind: Inbox['kind'], address: string): string => `${kind} ${address}`

export const readInbox = (row: SqlRow): Inbox => readJson(row, 'record')
