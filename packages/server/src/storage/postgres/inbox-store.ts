import type { InboxStore } from '../../alerts/channels/inbox-store.js'
import { addressKeyOf, readInbox, toInboxColumns } from '../codecs/inboxes.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export function createPostgresInboxStore(database: PostgresDatabase): InboxStore {
  const one = (row: SqlRow | null) => (row === null ? null : readInbox(row))
  const many = async (sql: string, value: string) => (await database.all(sql, value)).map(readInbox)

  return {
    create: (inbox, atMost) =>
      database.transaction(async (within) => {
        await within.lockName(`inboxes of ${inbox.accountId}`)
        const row = await within.get('SELECT count(*) AS inboxes FROM inbox WHERE account_id = $1', inbox.accountId)
        if (Number(row?.inboxes) >= atMost) return false
        const { place, code, record } = toInboxColumns(inbox)
        await within.run(
          'INSERT INTO inbox (id, account_id, place, code, created_at, record) VALUES ($1, $2, $3, $4, $5, $6)',
          ...[inbox.id, inbox.accountId, place, code, inbox.createdAtMs, record],
        )
        return true
      }),
    find: async (id) => one(await database.get('SELECT * FROM inbox WHERE id = $1', id)),
    findByCode: async (digest) => one(await database.get('SELECT * FROM inbox WHERE code = $1', digest)),
    list: (accountId) => many('SELECT * FROM inbox WHERE account_id = $1 ORDER BY created_at, id', accountId),
    withAddress: (kind, address) =>
      many('SELECT * FROM inbox WHERE place = $1 ORDER BY created_at, id', addressKeyOf(kind, address)),
    change: (id, decide) =>
      database.transaction(async (within) => {
        const now = one(await within.get('SELECT * FROM inbox WHERE id = $1 FOR UPDATE', id))
        if (now === null) return null
        const next = decide(now)
        const { place, code, record } = toInboxColumns(next)
        if (next !== now)
          await within.run('UPDATE inbox SET place = $1, code = $2, record = $3 WHERE id = $4', place, code, record, id)
        return next
      }),
    delete: async (accountId, id) =>
      (await database.run('DELETE FROM inbox WHERE id = $1 AND account_id = $2', id, accountId)) > 0,
    forgetUnconfirmedBefore: async (atMs) => {
      await database.run('DELETE FROM inbox WHERE code IS NOT NULL AND created_at < $1', atMs)
    },
  }
}
