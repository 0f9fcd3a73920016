import pg from 'pg'
import { UnsupportedDatabaseError } from '../../base/errors/operator-errors.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { databaseIsSafe, unencryptedAddressProblems } from '../../base/local-and-unencrypted-addresses.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'

export type PgValue = SqlValue | readonly SqlValue[]

export interface Statements {
  run(sql: string, ...values: readonly PgValue[]): Promise<number>
  get(sql: string, ...values: readonly PgValue[]): Promise<SqlRow | null>
  all(sql: string, ...values: readonly PgValue[]): Promise<readonly SqlRow[]>
}

export interface PostgresDatabase extends Statements {
  transaction<Result>(work: (within: Statements) => Promise<Result>): Promise<Result>
  /** Everything as it stands at the first read, whatever is written meanwhile; changes nothing. */
  snapshot<Result>(work: (within: Statements) => Promise<Result>): Promise<Result>
  reportDamage(what: string): void
  close(): Promise<void>
}

export type PostgresOptions = {
  readonly url: string
  readonly name?: string
  readonly connections?: number
  readonly waitMs?: number
  /** Statement timeout in the database. The client waits 2 seconds longer for the response. */
  readonly statementMs?: number
  readonly onDamage?: (what: string) => void
}

/** Rejects an address that disables certificate checks: another machine could impersonate the database. */
function refuseUnverified(url: string): void {
  if (!databaseIsSafe(url))
    throw new UnsupportedDatabaseError(`The address of the database ${unencryptedAddressProblems.database}.`)
  const { ssl } = new pg.Client({ connectionString: url }) as { readonly ssl?: unknown }
  if (typeof ssl === 'object' && ssl !== null && 'rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false)
    throw new UnsupportedDatabaseError(
      'The address of the database or PGSSLMODE leaves it open who answers: sslmode=verify-full, or disable on a network of your own.',
    )
}

/** Nothing here depends on a session, so that a pooler may stand between: no prepared names, no LISTEN, no session locks. */
export function openDatabase({
  url,
  name = 'p2p-rates',
  connections = 6,
  waitMs = 2_000,
  statementMs = 5_000,
  onDamage = () => {},
}: PostgresOptions): PostgresDatabase {
  refuseUnverified(url)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    // A name that follows the primary is looked up again from time to time.
    maxLifetimeSeconds: 300,
    statement_timeout: statementMs,
    lock_timeout: 2_000,
    // A server that is paused within a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 5_000,
    query_timeout: statementMs + 2_000,
    types: typeParsers,
  })
  // Without listeners the end of an idle connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw unavailable(error)
    }
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // Discard the connection if a late response may still arrive on it.
      client.release(!isConnectionReusable(error))
      throw error
    }
  }

  /** Retries work that the database rolled back after a conflict or a lock timeout. */
  async function withRetries<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    for (let time = 1; ; time += 1) {
      try {
        return await withClient(work)
      } catch (error) {
        if (time === maxAttempts || !(isConflict(error) || (isLockTimeout(error) && time < maxLockAttempts)))
          throw error
      }
    }
  }

  const reportedDamage = new Set<string>()
  return {
    ...statementsOf((sql, values) => withRetries((client) => queryClient(client, sql, values))),
    transaction: (work) => withRetries((client) => runTransaction(client, 'READ COMMITTED', work)),
    snapshot: (work) => withClient((client) => runTransaction(client, 'REPEATABLE READ READ ONLY', work)),
    reportDamage: (what) => {
      if (reportedDamage.has(what)) return
      reportedDamage.add(what)
      onDamage(what)
    },
    close: () => pool.end(),
  }
}

const maxAttempts = 5
/** Attempts to get a lock. Together they outlast the 5 seconds after which the database ends an idle transaction. */
const maxLockAttempts = 4

async function runTransaction<Result>(
  client: pg.PoolClient,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ READ ONLY',
  work: (within: Statements) => Promise<Result>,
): Promise<Result> {
  const statements = statementsOf((sql, values) => queryClient(client, sql, values))
  await statements.run(`BEGIN ISOLATION LEVEL ${isolation}`)
  try {
    const result = await work(statements)
    await statements.run('COMMIT')
    return result
  } catch (error) {
    if (isConnectionReusable(error)) await statements.run('ROLLBACK')
    throw error
  }
}

/** Holds an exclusive lock with this name until the transaction ends. */
export const lockName = (within: Statements, name: string): Promise<number> =>
  within.run(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0))`, name)

type Send = (sql: string, values: readonly PgValue[]) => Promise<pg.QueryResult<SqlRow>>

const statementsOf = (ask: Send): Statements => ({
  run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
  get: async (sql, ...values) => (await ask(sql, values)).rows[0] ?? null,
  all: async (sql, ...values) => (await ask(sql, values)).rows,
})

async function queryClient(
  client: pg.PoolClient,
  sql: string,
  values: readonly PgValue[],
): Promise<pg.QueryResult<SqlRow>> {
  try {
    return await client.query<SqlRow>(sql, [...values])
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error)
    throw error
  }
}

const stateOf = (error: unknown): string | null => (error instanceof pg.DatabaseError ? (error.code ?? null) : null)

/** SQLSTATEs that mean "database unavailable", not "bad query": shutdown, full, standby or locked. */
const unavailableStates = /^(?:08|53|57P|58|XX)|^(?:25006|25P03|55P03|57014)$/

function isUnavailable(error: unknown): boolean {
  const state = stateOf(error)
  // Without a state it is the connection, or an answer that did not come in time; mistakes of ours are neither.
  return state === null ? !(error instanceof TypeError || error instanceof RangeError) : unavailableStates.test(state)
}

const unavailable = (error: unknown): StorageUnavailableError =>
  new StorageUnavailableError(
    `The database does not work at the moment: ${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)}.`,
    { cause: error },
  )

function isConnectionReusable(error: unknown): boolean {
  if (!(error instanceof StorageUnavailableError)) return true
  const state = stateOf(error.cause)
  return state === '55P03' || state === '57014'
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof StorageUnavailableError && stateOf(error.cause) === '55P03'

/** Serialization failure, deadlock: the database has undone all of it. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(stateOf(error) ?? '')

/** Converts values to the types that SQLite returns, so that both engines share the row codecs. */
const parsers: Readonly<Record<number, (text: string) => number | Uint8Array>> = {
  [pg.types.builtins.INT8]: (text) => {
    const number = Number(text)
    if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
    return number
  },
  // No view into a pool of bytes: columns of integers are laid over it.
  [pg.types.builtins.BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
}

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}
