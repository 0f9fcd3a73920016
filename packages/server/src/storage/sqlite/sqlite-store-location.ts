import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { DataReplacedError } from '../../base/errors/storage-errors.js'
import { makeDataDir } from '../make-data-dir.js'
import type { Store, StoreLocation } from '../store.js'
import { backUp } from './back-up.js'
import { openDatabase } from './database.js'
import { type FileLock, holdFileLock } from './hold-file-lock.js'
import { inspect } from './inspect.js'
import { migrate } from './migrate.js'
import { openSqliteHistoryReader } from './open-history-reader.js'
import { databasePathOf, openSqliteStore } from './open-store.js'
import { quarantine } from './quarantine.js'

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
    backUp: async (file) => {
      const database = openDatabase(existing())
      try {
        backUp(database, file)
      } finally {
        database.close()
      }
    },
    inspect: async (backup) => inspect(backup ?? existing()),
    quarantine: async (nowMs) => {
      failIfServerRuns(dataDir)
      return quarantine(existing(), nowMs)
    },
    migrate: async () => {
      const database = openDatabase(existing())
      try {
        return migrate(database)
      } finally {
        database.close()
      }
    },
  }
}

/** The whole server waits for another process that writes; it must not be felt. */
const busyMs = 100

/** Null when a server runs on these data. */
export function lockDataDir(dataDir: string): FileLock | null {
  makeDataDir(dataDir)
  return holdFileLock(join(dataDir, 'server.lock'))
}

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
