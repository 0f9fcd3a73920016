import type { IdempotencyRecord, IdempotencyStore, Reservation } from '../../accounts/idempotency-store.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export function createPostgresIdempotencyStore(database: PostgresDatabase): IdempotencyStore {
  return {
    reserveKey: ({ accountId, key, fingerprint, operationId, createdAtMs, ...rest }, { keptMs, leaseMs }) =>
      database.transaction(async (within): Promise<Reservation> => {
        const wanted = { accountId, key, fingerprint, operationId, createdAtMs, ...rest }
        // A second request with the same key waits here until the first transaction ends.
        const isNew = await within.run(
          `INSERT INTO idempotency (account_id, key, fingerprint, operation_id, created_at, locked_until)
           VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond')
           ON CONFLICT (account_id, key) DO NOTHING`,
          accountId,
          key,
          fingerprint,
          operationId,
          createdAtMs,
          leaseMs,
        )
        if (isNew > 0) return { record: wanted, state: 'ours' }
        const row = await within.get(
          `SELECT *, (locked_until > clock_timestamp())::int AS is_held FROM idempotency
           WHERE account_id = $1 AND key = $2 FOR UPDATE`,
          accountId,
          key,
        )
        // Forgotten in this very moment: the next one to ask begins it.
        if (row === null) return { record: wanted, state: 'under_way' }
        const found = readRecord(row)
        const isKept = createdAtMs - found.createdAtMs < keptMs
        if (isKept && found.answer !== null) return { record: found, state: 'over' }
        if (row.is_held === 1) return { record: found, state: 'under_way' }
        if (isKept && found.fingerprint !== fingerprint) return { record: found, state: 'over' }
        const record = isKept ? found : wanted
        await within.run(
          `UPDATE idempotency SET fingerprint = $3, operation_id = $4, created_at = $5, status = NULL, body = NULL,
             locked_until = clock_timestamp() + $6 * interval '1 millisecond'
           WHERE account_id = $1 AND key = $2`,
          accountId,
          key,
          record.fingerprint,
          record.operationId,
          record.createdAtMs,
          leaseMs,
        )
        return { record, state: 'ours' }
      }),
    finish: async ({ accountId, key, operationId, answer }) => {
      await database.run(
        `UPDATE idempotency SET status = $4, body = $5, locked_until = '-infinity'
         WHERE account_id = $1 AND key = $2 AND operation_id = $3`,
        accountId,
        key,
        operationId,
        answer?.status ?? null,
        answer?.body ?? null,
      )
    },
    release: async ({ accountId, key, operationId }) => {
      await database.run(
        `UPDATE idempotency SET locked_until = '-infinity' WHERE account_id = $1 AND key = $2 AND operation_id = $3`,
        accountId,
        key,
        operationId,
      )
    },
    forget: async ({ accountId, key, operationId }) => {
      await database.run(
        'DELETE FROM idempotency WHERE account_id = $1 AND key = $2 AND operation_id = $3',
        accountId,
        key,
        operationId,
      )
    },
    forgetBefore: (ms) => database.run('DELETE FROM idempotency WHERE created_at < $1', ms),
  }
}

const readRecord = (row: SqlRow): IdempotencyRecord => ({
  accountId: String(row.account_id),
  key: String(row.key),
  fingerprint: String(row.fingerprint),
  operationId: String(row.operation_id),
  createdAtMs: Number(row.created_at),
  answer: row.status === null ? null : { status: Number(row.status), body: String(row.body) },
})
