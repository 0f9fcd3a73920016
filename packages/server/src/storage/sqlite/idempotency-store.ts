import type { IdempotencyRecord, IdempotencyStore, Reservation } from '../../accounts/idempotency-store.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import type { Database } from './database.js'
import type { NamedLocks } from './named-locks.js'

export function createSqliteIdempotencyStore(database: Database, locks: NamedLocks): IdempotencyStore {
  const find = database.prepare(
    `SELECT *, ${checksumMatches('idempotency')} AS sound FROM idempotency WHERE account_id = ? AND key = ?`,
  )
  const save = database.prepare(
    `INSERT OR REPLACE INTO idempotency (account_id, key, fingerprint, operation_id, created_at, status, body)
     VALUES (?, ?, ?, ?, ?, NULL, NULL)`,
  )
  const answer = database.prepare(
    'UPDATE idempotency SET status = ?, body = ? WHERE account_id = ? AND key = ? AND operation_id = ?',
  )
  const forget = database.prepare('DELETE FROM idempotency WHERE account_id = ? AND key = ? AND operation_id = ?')
  const forgetBefore = database.prepare('DELETE FROM idempotency WHERE created_at < ?')

  const standing = (accountId: string, key: string): IdempotencyRecord | null => {
    const row = verifiedOrThrow(database, 'idempotency', find.get(accountId, key))
    if (row === null) return null
    return {
      accountId,
      key,
      fingerprint: String(row.fingerprint),
      operationId: String(row.operation_id),
      createdAtMs: Number(row.created_at),
      answer: row.status === null ? null : { status: Number(row.status), body: String(row.body) },
    }
  }

  return {
    reserveKey: async (wanted, { keptMs, leaseMs }) => {
      const { accountId, key, fingerprint, operationId, createdAtMs } = wanted
      const hold = lockNameOf(wanted)
      const begin = (): Reservation => {
        const found = standing(accountId, key)
        const record = found !== null && createdAtMs - found.createdAtMs < keptMs ? found : null
        if (record?.answer) return { record, state: 'over' }
        if (locks.isHeld(hold)) return { record: found ?? wanted, state: 'under_way' }
        if (record !== null && record.fingerprint !== fingerprint) return { record, state: 'over' }
        locks.acquireLock(hold, leaseMs)
        if (record === null) save.run(accountId, key, fingerprint, operationId, createdAtMs)
        return { record: record ?? wanted, state: 'ours' }
      }
      try {
        return database.transaction(begin)
      } catch (error) {
        locks.undoAcquire(hold)
        throw error
      }
    },
    finish: async (record) =>
      database.transaction(() => {
        locks.deleteLock(lockNameOf(record))
        const { accountId, key, operationId } = record
        answer.run(record.answer?.status ?? null, record.answer?.body ?? null, accountId, key, operationId)
      }),
    release: async (record) => locks.atomically(() => locks.deleteLock(lockNameOf(record))),
    forget: async (record) =>
      database.transaction(() => {
        locks.deleteLock(lockNameOf(record))
        forget.run(record.accountId, record.key, record.operationId)
      }),
    forgetBefore: async (ms) => forgetBefore.run(ms),
  }
}

const lockNameOf = ({ accountId, key }: IdempotencyRecord): string => `request ${accountId} ${key}`
