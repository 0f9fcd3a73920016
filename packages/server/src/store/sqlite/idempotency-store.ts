import type { IdempotencyStore } from '../../http/idempotency-store.js'
import { isSound, soundOrThrow } from './checksums.js'
import type { Database } from './database.js'

export const createSqliteIdempotencyStore = (database: Database): IdempotencyStore => {
  const find = database.prepare(
    `SELECT *, ${isSound('idempotency')} AS sound FROM idempotency WHERE account_id = ? AND key = ?`,
  )
  const save = database.prepare(
    `INSERT OR REPLACE INTO idempotency (account_id, key, fingerprint, operation_id, created_at, status, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = database.prepare('DELETE FROM idempotency WHERE account_id = ? AND key = ?')
  const forgetBefore = database.prepare('DELETE FROM idempotency WHERE created_at < ?')

  return {
    find: async (accountId, key) => {
      const row = soundOrThrow(database, 'idempotency', find.get(accountId, key))
      if (row === null) return null
      return {
        accountId,
        key,
        fingerprint: String(row.fingerprint),
        operationId: String(row.operation_id),
        createdAtMs: Number(row.created_at),
        answer: row.status === null ? null : { status: Number(row.status), body: String(row.body) },
      }
    },
    save: async ({ accountId, key, fingerprint, operationId, createdAtMs, answer }) => {
      save.run(accountId, key, fingerprint, operationId, createdAtMs, answer?.status ?? null, answer?.body ?? null)
    },
    forget: async (accountId, key) => {
      forget.run(accountId, key)
    },
    forgetBefore: async (ms) => forgetBefore.run(ms),
  }
}
