import type { IdempotencyStore } from '../../http/idempotency-store.js'
import type { Database } from './database.js'

export const createSqliteIdempotencyStore = (database: Database): IdempotencyStore => {
  const find = database.prepare('SELECT * FROM idempotency WHERE account_id = ? AND key = ?')
  const save = database.prepare(
    `INSERT INTO idempotency (account_id, key, fingerprint, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
       body = excluded.body, created_at = excluded.created_at`,
  )
  const forget = database.prepare('DELETE FROM idempotency WHERE created_at < ?')

  return {
    find: async (accountId, key) => {
      const row = find.get(accountId, key)
      if (row === null) return null
      return {
        accountId,
        key,
        fingerprint: String(row.fingerprint),
        status: Number(row.status),
        body: String(row.body),
        createdAtMs: Number(row.created_at),
      }
    },
    save: async (record) => {
      save.run(record.accountId, record.key, record.fingerprint, record.status, record.body, record.createdAtMs)
    },
    forgetBefore: async (ms) => forget.run(ms),
  }
}
