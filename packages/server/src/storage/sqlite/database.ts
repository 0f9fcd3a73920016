import { createRequire } from 'node:module'
import type { DatabaseSync as DatabaseSyncType } from '@photostructure/sqlite'
import { DamagedDataError, DataReplacedError, StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import { registerFunctions } from './checksums.js'

export type Statement = ReturnType<typeof prepare>

export type Database = ReturnType<typeof openDatabase>

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

const openingMs = 5_000

type OpenDriver = {
  readonly path: string
  readonly driver: InstanceType<typeof DatabaseSyncType>
  readonly busyMs: number
  readonly filesAreOurs: () => boolean
  /** False after a timeout on another process's lock: don't wait again until a write succeeds. */
  hasLongTimeout: boolean
}

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
) {
  const synchronous = isSynced ? 'FULL' : 'OFF'
  const driver = new (loadDriver())(path, { readOnly, timeout: openingMs })
  try {
    registerFunctions(driver)
    // Triggers may call them.
    const settings = readOnly ? [] : ['journal_mode = WAL', `synchronous = ${synchronous}`, 'wal_autocheckpoint = 2000']
    for (const setting of ['trusted_schema = ON', ...settings, 'foreign_keys = ON', `busy_timeout = ${busyMs}`])
      translateFault(path, () => driver.exec(`PRAGMA ${setting}`))
  } catch (error) {
    driver.close()
    throw error
  }

  const open: OpenDriver = { path, driver, busyMs, filesAreOurs, hasLongTimeout: true }
  const reportedDamage = new Set<string>()
  return {
    path,
    /** Reports a damaged record, each one only once. */
    reportDamage: (what: string): void => {
      if (reportedDamage.has(what)) return
      reportedDamage.add(what)
      onDamage(what)
    },
    exec: (sql: string): void => translateFault(path, () => driver.exec(sql)),
    prepare: (sql: string) => prepare(open, sql),
    /** All or nothing; a full or broken disk becomes `StorageUnavailableError`. */
    transaction: <Result>(work: () => Result): Result => runTransaction(open, work),
    /** The same without a sync: others see it at once, a power cut may undo it. */
    nonDurableTransaction: <Result>(work: () => Result): Result => {
      if (isSynced) driver.exec('PRAGMA synchronous = NORMAL')
      try {
        return runTransaction(open, work)
      } finally {
        driver.exec(`PRAGMA synchronous = ${synchronous}`)
      }
    },
    close: (): void => driver.close(),
  }
}

export function withDatabase<Result>(path: string, options: OpenOptions, work: (open: Database) => Result): Result {
  const database = openDatabase(path, options)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function checkFiles({ path, filesAreOurs }: OpenDriver): void {
  if (!filesAreOurs()) throw new DataReplacedError(path)
}

function setBusyTimeout(open: OpenDriver, isLong: boolean): void {
  if (open.hasLongTimeout === isLong) return
  open.hasLongTimeout = isLong
  open.driver.exec(`PRAGMA busy_timeout = ${isLong ? open.busyMs : 0}`)
}

function write<Result>(open: OpenDriver, work: () => Result): Result {
  try {
    const result = translateFault(open.path, work)
    setBusyTimeout(open, true)
    return result
  } catch (error) {
    if (error instanceof DatabaseBusyError) setBusyTimeout(open, false)
    throw error
  }
}

/** A statement whose values are checked before they reach SQLite: a wrong type is our bug and says so. */
function prepare(open: OpenDriver, sql: string) {
  const { path, driver } = open
  const statement = driver.prepare(sql)
  return {
    run: (...values: readonly SqlValue[]): number => {
      const work = () => Number(statement.run(...checked(sql, values)).changes)
      if (driver.isTransaction) return translateFault(path, work)
      checkFiles(open)
      const changes = write(open, work)
      checkFiles(open)
      return changes
    },
    get: (...values: readonly SqlValue[]): SqlRow | null =>
      translateFault(path, () => (statement.get(...checked(sql, values)) as SqlRow | undefined) ?? null),
    all: (...values: readonly SqlValue[]): readonly SqlRow[] =>
      translateFault(path, () => statement.all(...checked(sql, values)) as SqlRow[]),
  }
}

function runTransaction<Result>(open: OpenDriver, work: () => Result): Result {
  const { path, driver } = open
  checkFiles(open)
  write(open, () => driver.exec('BEGIN IMMEDIATE'))
  try {
    const result = work()
    write(open, () => driver.exec('COMMIT'))
    checkFiles(open)
    return result
  } catch (error) {
    // A full disk may already have rolled back by itself.
    if (driver.isTransaction) translateFault(path, () => driver.exec('ROLLBACK'))
    throw error
  }
}

/** Node's own driver where it comes without a warning, the same API from npm elsewhere. */
export function loadDriver(): typeof DatabaseSyncType {
  const require = createRequire(import.meta.url)
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24
  return require(builtIn ? 'node:sqlite' : '@photostructure/sqlite').DatabaseSync
}

function checked(sql: string, values: readonly SqlValue[]): readonly SqlValue[] {
  for (const value of values) {
    const fits =
      value === null ||
      typeof value === 'string' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      value instanceof Uint8Array
    if (!fits) throw new TypeError(`cannot bind ${typeof value} ${String(value)} in: ${sql}`)
  }
  return values
}

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
