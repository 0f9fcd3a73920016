import type { IdempotencyRecord, IdempotencyStore, Reservation } from '../../accounts/idempotency-store.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { readRow } from '../codecs/table-rows.js'
import { get, run, type Sql, sound, type Work } from '../sql.js'

/** Leases of the requests under way, for an engine that has no column for them. */
interface RequestLocks {
  isHeld(name: string): boolean
  acquireLock(name: string, leaseMs: number): string | null
  isCurrentToken(name: string, token: string): boolean
  deleteLock(name: string): void
}

/** Without `locks` the lease is a column of the row, in the database's time. */
export function createIdempotencyStore(sql: Sql, locks: RequestLocks | null): IdempotencyStore {
  const statements = locks === null ? statementsWith(leaseColumn) : statementsWith(noLeaseColumn)
  function* reserve(
    wanted: IdempotencyRecord,
    { keptMs, leaseMs }: Terms,
    acquire: (name: string) => boolean,
  ): Work<Reservation> {
    const name = lockNameOf(wanted)
    const lease = locks === null ? [leaseMs] : []
    // A second request with the same key waits here until the first transaction ends.
    const isNew = (yield* run(statements.insert, ...columnsOf(wanted), ...lease)) > 0
    if (isNew && acquire(name)) return { record: wanted, state: 'ours' }
    const row = yield* get(statements.find, wanted.accountId, wanted.key)
    // Deleted at this moment. The next caller begins it.
    if (row === null) return { record: wanted, state: 'under_way' }
    const found = readRecord(row)
    const isKept = wanted.createdAtMs - found.createdAtMs < keptMs
    if (isKept && found.answer !== null) return { record: found, state: 'over' }
    if (row.is_held === 1 || locks?.isHeld(name)) return { record: found, state: 'under_way' }
    if (isKept && found.fingerprint !== wanted.fingerprint) return { record: found, state: 'over' }
    acquire(name)
    const record = isKept ? found : wanted
    yield* run(statements.takeOver, ...columnsOf(record), ...lease)
    return { record, state: 'ours' }
  }
  return {
    reserveKey: async (wanted, terms) => {
      let undo = (): void => {}
      const acquire = (name: string): boolean => {
        if (locks === null) return true
        const token = locks.acquireLock(name, terms.leaseMs)
        if (token === null) return false
        undo = () => {
          if (locks.isCurrentToken(name, token)) locks.deleteLock(name)
        }
        return true
      }
      try {
        return await sql.transaction(() => reserve(wanted, terms, acquire))
      } catch (error) {
        undo()
        throw error
      }
    },
    finish: (record) =>
      sql.query(function* () {
        const { status = null, body = null } = record.answer ?? {}
        yield* run(statements.answer, ...operationOf(record), status, body)
        locks?.deleteLock(lockNameOf(record))
      }),
    release: (record) =>
      sql.query(function* () {
        if (locks === null) yield* run(`UPDATE idempotency SET ${leaseEnded} ${ofOperation}`, ...operationOf(record))
        else locks.deleteLock(lockNameOf(record))
      }),
    forget: (record) =>
      sql.query(function* () {
        yield* run(`DELETE FROM idempotency ${ofOperation}`, ...operationOf(record))
        locks?.deleteLock(lockNameOf(record))
      }),
    forgetBefore: (ms) => sql.query(() => run('DELETE FROM idempotency WHERE created_at < $1', ms)),
  }
}

type Terms = Parameters<IdempotencyStore['reserveKey']>[1]

const lockNameOf = ({ accountId, key }: IdempotencyRecord): string => `request ${accountId} ${key}`

const ofOperation = 'WHERE account_id = $1 AND key = $2 AND operation_id = $3'
const operationOf = ({ accountId, key, operationId }: IdempotencyRecord) => [accountId, key, operationId] as const
const columnsOf = (record: IdempotencyRecord) =>
  [record.accountId, record.key, record.fingerprint, record.operationId, record.createdAtMs] as const

const leaseEnded = `locked_until = '-infinity'`
const leaseEnd = `clock_timestamp() + $6 * interval '1 millisecond'`
const leaseColumn = {
  names: ', locked_until',
  values: `, ${leaseEnd}`,
  acquired: `, locked_until = ${leaseEnd}`,
  ended: `, ${leaseEnded}`,
  isHeld: '(locked_until > clock_timestamp())::int',
}
const noLeaseColumn: typeof leaseColumn = { names: '', values: '', acquired: '', ended: '', isHeld: '0' }

const statementsWith = ({ names, values, acquired, ended, isHeld }: typeof leaseColumn) => ({
  insert: `INSERT INTO idempotency (account_id, key, fingerprint, operation_id, created_at${names})
    VALUES ($1, $2, $3, $4, $5${values}) ON CONFLICT (account_id, key) DO NOTHING`,
  find: `SELECT *, ${isHeld} AS is_held, ${sound('idempotency', 'idempotency')} AS sound FROM idempotency
    WHERE account_id = $1 AND key = $2 FOR UPDATE`,
  takeOver: `UPDATE idempotency SET fingerprint = $3, operation_id = $4, created_at = $5, status = NULL, body = NULL${acquired}
    WHERE account_id = $1 AND key = $2`,
  answer: `UPDATE idempotency SET status = $4, body = $5${ended} ${ofOperation}`,
})

function readRecord(row: SqlRow): IdempotencyRecord {
  const { status, body, ...record } = readRow<IdempotencyRecord & { status: number | null; body: string }>(
    'idempotency',
    row,
  )
  return { ...record, answer: status === null ? null : { status, body } }
}
