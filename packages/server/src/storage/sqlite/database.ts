import { createRequire } from 'node:module'
import type { DatabaseSync as DatabaseSyncType } from '@photostructure/sqlite'
import { DamagedDataError, DataReplacedError, StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { foldCase } from '../codecs/fold-case.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import { registerFunctions } from './checksums.js'

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
  /** The same without a sync: others see it at once, a power cut may undo it. */
  nonDurableTransaction<Result>(work: () => Result): Result
  /** Reports a damaged record, each one only once. */
  reportDamage(what: string): void
  close(): void
}

export type OpenOptions = {
  readonly readOnly?: boolean
  /** Maximum wait of a write for another process's lock. It blocks the whole process. */
  readonly busyMs?: number
  /** Checked before and after every write, so that no write into lost files is acknowledged. */
  readonly filesAreOurs?: () => boolean
  readonly onDamage?: (what: string) => void
  /** False in tests, which no power cut ends: no write waits for the disk. */
  readonly isSynced?: boolean
}

/** Timeout while opening, when no client waits yet. */
const openingMs = 5_000

/** Write-ahead log with one sync per commit, so that commits survive a crash and a power cut. */
export function openDatabase(
  path: string,
  {
    readOnly = false,
    busyMs = openingMs,
    filesAreOurs = () => true,
    onDamage = () => {},
    isSynced = true,
  }: OpenOptions = {},
): Database {
  const synchronous = isSynced ? 'FULL' : 'OFF'
  const database = new (loadDriver())(path, { readOnly, timeout: openingMs })
  try {
    registerFunctions(database)
    database.function('fold', { deterministic: true }, (text: unknown) => foldCase(String(text)))
    // Triggers may call them.
    const settings = readOnly ? [] : ['journal_mode = WAL', `synchronous = ${synchronous}`, 'wal_autocheckpoint = 2000']
    for (const setting of ['trusted_schema = ON', ...settings, 'foreign_keys = ON', `busy_timeout = ${busyMs}`])
      translateFault(path, () => database.exec(`PRAGMA ${setting}`))
  } catch (error) {
    database.close()
    throw error
  }

  /** After a timeout on another process's lock, don't wait again until a write succeeds. */
  let hasLongTimeout = true
  const setBusyTimeout = (wanted: boolean): void => {
    if (hasLongTimeout === wanted) return
    hasLongTimeout = wanted
    database.exec(`PRAGMA busy_timeout = ${wanted ? busyMs : 0}`)
  }

  const checkFiles = (): void => {
    if (!filesAreOurs()) throw new DataReplacedError(path)
  }

  const write = <Result>(work: () => Result): Result => {
    try {
      const result = translateFault(path, work)
      setBusyTimeout(true)
      return result
    } catch (error) {
      if (error instanceof DatabaseBusyError) setBusyTimeout(false)
      throw error
    }
  }

  const prepare = (sql: string): Statement => {
    const statement = database.prepare(sql)
    return {
      run: (...values) => {
        const work = () => Number(statement.run(...checked(sql, values)).changes)
        if (database.isTransaction) return translateFault(path, work)
        checkFiles()
        const changes = write(work)
        checkFiles()
        return changes
      },
      get: (...values) =>
        translateFault(path, () => (statement.get(...checked(sql, values)) as SqlRow | undefined) ?? null),
      all: (...values) => translateFault(path, () => statement.all(...checked(sql, values)) as SqlRow[]),
    }
  }

  const transaction = <Result>(work: () => Result): Result => {
    checkFiles()
    write(() => database.exec('BEGIN IMMEDIATE'))
    try {
      const result = work()
      write(() => database.exec('COMMIT'))
      checkFiles()
      return result
    } catch (error) {
      // A full disk may already have rolled back by itself.
      if (database.isTransaction) translateFault(path, () => database.exec('ROLLBACK'))
      throw error
    }
  }

  const nonDurableTransaction = <Result>(work: () => Result): Result => {
    if (isSynced) database.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction(work)
    } finally {
      database.exec(`PRAGMA synchronous = ${synchronous}`)
    }
  }

  const reportedDamage = new Set<string>()
  const reportDamage = (what: string): void => {
    if (reportedDamage.has(what)) return
    reportedDamage.add(what)
    onDamage(what)
  }

  return {
    path,
    reportDamage,
    exec: (sql) => translateFault(path, () => database.exec(sql)),
    prepare,
    transaction,
    nonDurableTransaction,
    close: () => database.close(),
  }
}

/** Node's own driver where it comes without a warning, the same API from npm elsewhere. */
export function loadDriver(): typeof DatabaseSyncType {
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

class DatabaseBusyError extends StorageUnavailableError {}

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN: the disk's fault, not the caller's. */
const diskFaults = new Set([8, 10, 13, 14])
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damage = new Set([11, 26])
/** SQLITE_BUSY, SQLITE_LOCKED. */
const busyFaults = new Set([5, 6])

function translateFault<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN
    const message = `The store does not work at the moment: ${error instanceof Error ? error.message : ''}.`
    if (damage.has(code)) throw new DamagedDataError(path, { cause: error })
    if (busyFaults.has(code)) throw new DatabaseBusyError(message, { cause: error })
    if (diskFaults.has(code)) throw new StorageUnavailableError(message, { cause: error })
    throw error
  }
}
