import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { DataReplacedError } from '../../base/errors/storage-errors.js'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import type { RecordedHistory } from '../../history/history-stores.js'
import { makeDataDir } from '../make-data-dir.js'
import type { Quarantined, Store, StoreLocation } from '../store.js'
import { createHourlySnapshotStore } from '../stores/published-prices.js'
import { backUp, makePrivateFile } from './copy-database.js'
import { fileIdentityOf } from './data-file-identity.js'
import { loadDriver, openDatabase, withDatabase } from './database.js'
import { createSqliteHistoryStore } from './history-store.js'
import { inspect } from './inspect.js'
import { migrate } from './migrate.js'
import { databasePathOf, openSqliteStore } from './open-store.js'
import { createSqliteSql } from './sqlite-sql.js'

export function createSqliteLocation(dataDir: string): StoreLocation {
  const existing = (): string => {
    const path = databasePathOf(dataDir)
    if (!existsSync(path)) throw new OperatorError(`There are no data at ${path} yet.`)
    return path
  }
  return {
    name: dataDir,
    openForServer: async (onDamage) => {
      const lock = lockDataDir(dataDir)
      if (lock === null) throw new OperatorError(`A server is already running on ${dataDir}. Stop it first.`)
      try {
        return withLock(dataDir, lock, openSqliteStore(dataDir, { busyMs, onDamage, isExclusive: true }))
      } catch (error) {
        lock.release()
        throw error
      }
    },
    openHistoryReader: async (onDamage) => openSqliteHistoryReader(existing(), onDamage),
    openForCommand: async () => {
      failIfServerRuns(dataDir)
      return openSqliteStore(dataDir)
    },
    backUp: async (file) => withDatabase(existing(), {}, (database) => backUp(database, file)),
    inspect: async (backup) => inspect(backup ?? existing()),
    quarantine: async (nowMs) => {
      failIfServerRuns(dataDir)
      return quarantine(existing(), nowMs)
    },
    migrate: async () => withDatabase(existing(), {}, (database) => migrate(database)),
  }
}

/** The whole server waits for another process that writes; it must not be felt. */
const busyMs = 100

/** Null when a server runs on these data. */
export function lockDataDir(dataDir: string): FileLock | null {
  makeDataDir(dataDir)
  return holdFileLock(join(dataDir, 'server.lock'))
}

export type FileLock = {
  /** False if the file was removed or replaced, because another process can then hold the lock. */
  isInPlace(): boolean
  release(): void
}

/** Holds the lock on a file until it's released or the process ends. Null if another process holds it. */
export function holdFileLock(path: string): FileLock | null {
  makePrivateFile(path)
  // SQLite knows how to lock a file on every system; nothing is ever written to this one.
  const file = new (loadDriver())(path, { timeout: momentMs })
  try {
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec('BEGIN EXCLUSIVE')
    const place = fileIdentityOf(path)
    return { isInPlace: () => fileIdentityOf(path) === place, release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) === busy) return null
    throw error
  }
}

const busy = 5
/** A command that looks whether a server runs holds it for a moment. */
const momentMs = 100

/** Another server could begin where the lock was removed or replaced. */
const withLock = (dataDir: string, lock: FileLock, store: Store): Store => ({
  ...store,
  dataHealth: async () =>
    (await store.dataHealth()) === null && lock.isInPlace() ? null : new DataReplacedError(dataDir),
  close: async () => {
    await store.close()
    lock.release()
  },
})

/** Behind the back of a server a revocation would not be in force. */
function failIfServerRuns(dataDir: string): void {
  const lock = lockDataDir(dataDir)
  lock?.release()
  if (lock === null)
    throw new OperatorError(
      `A server runs on ${dataDir}, but its control socket does not answer. Try again, or stop it.`,
    )
}

const suffixes = ['', '-wal', '-shm']

/** Renames a database that SQLite cannot read. It is never deleted: parts of it may be readable with other tools. */
function quarantine(path: string, nowMs: number): Quarantined {
  const aside = `${path}.damaged-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`
  move(path, aside)
  return { path: aside, putBack: () => move(aside, path) }
}

function move(from: string, to: string): void {
  for (const suffix of suffixes) {
    rmSync(to + suffix, { force: true })
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
  }
  syncDirectory(dirname(from))
}

/** Each read sees one state of the data, also while a backup is put in their place. */
function openSqliteHistoryReader(path: string, onDamage: (what: string) => void): RecordedHistory {
  const database = openDatabase(path, { readOnly: true, onDamage })
  const history = createSqliteHistoryStore(database)
  return {
    hourly: createHourlySnapshotStore(createSqliteSql(database)),
    history: {
      readSeries: async (key, fromMs, toMs) => {
        database.exec('BEGIN')
        try {
          history.forgetCaches()
          return await history.readSeries(key, fromMs, toMs)
        } finally {
          database.exec('COMMIT')
        }
      },
    },
  }
}
