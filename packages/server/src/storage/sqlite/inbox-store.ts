import type { InboxStore } from '../../alerts/channels/inbox-store.js'
import { addressKeyOf, readInbox, toInboxColumns } from '../codecs/inboxes.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteInboxStore(database: Database): InboxStore {
  const sound = `SELECT *, ${checksumMatches('inbox')} AS sound FROM inbox`
  const count = database.prepare('SELECT COUNT(*) AS inboxes FROM inbox WHERE account_id = ?')
  const insert = database.prepare(
    'INSERT INTO inbox (id, account_id, place, code, created_at, record) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = database.prepare(`${sound} WHERE id = ?`)
  const byCode = database.prepare(`${sound} WHERE code = ?`)
  const list = database.prepare(`${sound} WHERE account_id = ? ORDER BY created_at, id`)
  const byPlace = database.prepare(`${sound} WHERE place = ? ORDER BY created_at, id`)
  const update = database.prepare('UPDATE inbox SET place = ?, code = ?, record = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM inbox WHERE id = ? AND account_id = ?')
  const forget = database.prepare('DELETE FROM inbox WHERE code IS NOT NULL AND created_at < ?')

  const one = (row: SqlRow | null) => {
    const whole = verifiedOrThrow(database, 'inbox', row)
    return whole === null ? null : readInbox(whole)
  }
  const many = (rows: readonly SqlRow[]) => verifiedRows(database, 'inbox', rows).map(readInbox)

  return {
    create: async (inbox, atMost) =>
      database.transaction(() => {
        if (Number(count.get(inbox.accountId)?.inboxes) >= atMost) return false
        const { place, code, record } = toInboxColumns(inbox)
        insert.run(inbox.id, inbox.accountId, place, code, inbox.createdAtMs, record)
        return true
      }),
    find: async (id) => one(find.get(id)),
    findByCode: async (digest) => one(byCode.get(digest)),
    list: async (accountId) => many(list.all(accountId)),
    withAddress: async (kind, address) => many(byPlace.all(addressKeyOf(kind, address))),
    change: async (id, decide) =>
      database.transaction(() => {
        const now = one(find.get(id))
        if (now === null) return null
        const next = decide(now)
        const { place, code, record } = toInboxColumns(next)
        if (next !== now) update.run(place, code, record, id)
        return next
      }),
    delete: async (accountId, id) => remove.run(id, accountId) > 0,
    forgetUnconfirmedBefore: async (atMs) => {
      forget.run(atMs)
    },
  }
}
