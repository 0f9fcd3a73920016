import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DataReplacedError } from '../../base/errors/storage-errors.js'
import { type Clock, systemClock } from '../../base/time/clock.js'
import { makeDataDir } from '../make-data-dir.js'
import { get } from '../sql.js'
import type { Store } from '../store.js'
import { storesOver } from '../stores/all.js'
import { createIdempotencyStore } from '../stores/idempotency.js'
import { resealOver } from '../stores/notes-and-secrets.js'
import { createWebhookStore } from '../stores/webhooks.js'
import { makePrivateFile } from './copy-database.js'
import { type DataFiles, stampFileId, watchDataFiles } from './data-file-identity.js'
import { type Database, type OpenOptions, openDatabase, withDatabase } from './database.js'
import { createSqliteDeliveryQueues } from './delivery-queues.js'
import { createSqliteHistoryStore } from './history-store.js'
import { migrate } from './migrate.js'
import { createMemoryLocks, createSharedLocks } from './named-locks.js'
import { removeLeftovers, removeOldRestoreCopies } from './partial-files.js'
import { restoreInWorker } from './restore-data.js'
import { createSqliteSql } from './sqlite-sql.js'

export type SqliteStore = Store & { readonly database: Database }

type StoreOptions = Pick<OpenOptions, 'busyMs' | 'onDamage' | 'isSynced'> & {
  readonly isExclusive?: boolean
  readonly clock?: Clock
}

export const databasePathOf = (dataDir: string): string => join(dataDir, 'p2p-rates.db')

export function openSqliteStore(
  dataDir: string,
  { isExclusive = false, clock = systemClock, ...opening }: StoreOptions = {},
): SqliteStore {
  makeDataDir(dataDir)
  removeLeftovers(dataDir)
  const path = databasePathOf(dataDir)
  // SQLite gives its additional files the same permissions.
  makePrivateFile(path)
  chmodSync(path, 0o600)
  let files: DataFiles | null = null
  const database = openDatabase(path, { ...opening, filesAreOurs: () => files?.areOurs() ?? true })
  try {
    migrate(database)
    stampFileId(database)
    files = watchDataFiles(path)
    return storeOver(database, files, isExclusive, clock)
  } catch (error) {
    database.close()
    files?.close()
    throw error
  }
}

/** For tests: everything in memory, with the very statements that run on disk. */
export function openMemoryStore(): SqliteStore {
  const database = openDatabase(':memory:')
  migrate(database)
  return storeOver(database, { areOurs: () => true, close: () => {} }, true)
}

/** After a clean end everything lies in the one file that people copy. */
function tidyUp(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // On a full disk it stays in the log beside the file, where the next start finds it.
  }
}

/** Size of the longest write, because a disk with only 1 free byte is full. */
const probeLength = 64 * 1024

function storeOver(
  database: Database,
  files: DataFiles,
  isExclusive: boolean,
  clock: Clock = systemClock,
): SqliteStore {
  const history = createSqliteHistoryStore(database)
  const locks = isExclusive ? createMemoryLocks() : createSharedLocks(database)
  const sql = createSqliteSql(database, locks.atomically)
  const stores = storesOver(sql)
  return {
    database,
    ...stores,
    webhooks: createWebhookStore(sql, createSqliteDeliveryQueues(locks, clock)),
    idempotency: createIdempotencyStore(sql, locks),
    history,
    reseal: resealOver(sql),
    cluster: null,
    restore: async (backup, { nowMs, keepEnded = true, check = async () => {}, tell = () => {} }) => {
      await check({ getMeta: async (name) => readMetaOf(backup, name) })
      const kept = `${database.path}.before-restore-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`
      const restored = await restoreInWorker({ path: database.path, source: backup, kept, keepEnded }, tell)
      history.forgetCaches()
      removeOldRestoreCopies(database.path)
      return restored
    },
    probe: async () => {
      // SQLite writes nothing where nothing changes.
      const probed = await sql.query(() => get(`SELECT value FROM meta WHERE name = 'probe'`))
      const letter = String(probed?.value ?? '').startsWith('a') ? 'b' : 'a'
      await stores.setMeta('probe', letter.repeat(probeLength))
    },
    dataHealth: async () => (files.areOurs() ? null : new DataReplacedError(database.path)),
    close: async () => {
      // Statements that live on keep SQLite from tidying up by itself.
      if (files.areOurs()) tidyUp(database)
      database.close()
      files.close()
    },
  }
}

/** Note of a backup. Null if unreadable, because the later full check reports the error. */
function readMetaOf(file: string, name: string): string | null {
  try {
    return withDatabase(file, { readOnly: true }, (backup) => {
      const row = backup.prepare('SELECT value FROM meta WHERE name = ?').get(name)
      return row && String(row.value)
    })
  } catch {
    return null
  }
}
