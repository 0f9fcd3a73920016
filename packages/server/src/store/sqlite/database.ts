import { createRequire } from 'node:module'
import type { DatabaseSync as DatabaseSyncType } from '@photostructure/sqlite'
import { StorageUnavailableError } from '../../storage-unavailable.js'

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, SqlValue>>

/** A prepared statement whose values are checked before they reach SQLite: a wrong type is our bug and says so. */
export interface Statement {
  run(...values: readonly SqlValue[]): number
  get(...values: readonly SqlValue[]): SqlRow | null
  all(...values: readonly SqlValue[]): readonly SqlRow[]
}

export interface Database {
  readonly path: string
  exec(sql: string): void
  prepare(sql: string): Statement
  /** All or nothing; a full or broken disk becomes `StorageUnavailableError`. */
  transaction<Result>(work: () => Result): Result
  close(): void
}

/** Write-ahead log, one sync per commit: what has returned survives the process and the power. */
export const openDatabase = (path: string, { readOnly = false } = {}): Database => {
  const database = new (loadDriver())(path, { readOnly, timeout: 5_000 })
  try {
    if (!readOnly) {
      database.exec('PRAGMA journal_mode = WAL')
      database.exec('PRAGMA synchronous = FULL')
      database.exec('PRAGMA wal_autocheckpoint = 2000')
    }
    database.exec('PRAGMA foreign_keys = ON')
  } catch (error) {
    database.close()
    throw error
  }

  const prepare = (sql: string): Statement => {
    const statement = database.prepare(sql)
    return {
      run: (...values) => translate(() => Number(statement.run(...checked(sql, values)).changes)),
      get: (...values) => translate(() => (statement.get(...checked(sql, values)) as SqlRow | undefined) ?? null),
      all: (...values) => translate(() => statement.all(...checked(sql, values)) as SqlRow[]),
    }
  }

  const transaction = <Result>(work: () => Result): Result => {
    translate(() => database.exec('BEGIN IMMEDIATE'))
    try {
      const result = work()
      translate(() => database.exec('COMMIT'))
      return result
    } catch (error) {
      // A full disk may already have rolled back by itself.
      if (database.isTransaction) translate(() => database.exec('ROLLBACK'))
      throw error
    }
  }

  return {
    path,
    exec: (sql) => translate(() => database.exec(sql)),
    prepare,
    transaction,
    close: () => database.close(),
  }
}

/** Node's own driver where it comes without a warning, the same API from npm elsewhere. */
export const loadDriver = (): typeof DatabaseSyncType => {
  const require = createRequire(import.meta.url)
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24
  return require(builtIn ? 'node:sqlite' : '@photostructure/sqlite').DatabaseSync
}

const checked = (sql: string, values: readonly SqlValue[]): SqlValue[] =>
  values.map((value) => {
    const fits =
      value === null ||
      typeof value === 'string' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      value instanceof Uint8Array
    if (!fits) throw new TypeError(`cannot bind ${typeof value} ${String(value)} in: ${sql}`)
    return value
  })

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN: the disk's fault, not the caller's. */
const diskFaults = new Set([8, 10, 11, 13, 14])

const translate = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN
    if (diskFaults.has(code))
      throw new StorageUnavailableError(`The store does not work at the moment: ${(error as Error).message}.`, {
        cause: error,
      })
    throw error
  }
}
