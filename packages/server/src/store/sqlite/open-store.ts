import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KeyStore } from '../../accounts/key-store.js'
import type { UsageStore } from '../../accounts/usage-store.js'
import type { SourceStore } from '../../collecting/source-store.js'
import type { HistoryStore } from '../../history/history-store.js'
import type { IdempotencyStore } from '../../http/idempotency-store.js'
import type { WebhookStore } from '../../webhooks/webhook-store.js'
import { isSound, soundOrThrow } from './checksums.js'
import { makePrivateFile } from './copy-out.js'
import { type DataFiles, giveOwnId, watchDataFiles } from './data-files.js'
import { type Database, type Opening, openDatabase } from './database.js'
import { removeLeftovers, removeOldKept } from './drafts.js'
import { createSqliteHistoryStore } from './history-store.js'
import { holdLock, type Lock } from './hold-lock.js'
import { createSqliteIdempotencyStore } from './idempotency-store.js'
import { createSqliteKeyStore } from './key-store.js'
import { migrate } from './migrate.js'
import { restoreAside } from './restore-aside.js'
import type { Restored, Tell } from './restore-data.js'
import { createSqliteSourceStore } from './source-store.js'
import { createSqliteUsageStore } from './usage-store.js'
import { createSqliteWebhookStore } from './webhook-store.js'

/** Every port over one database: what belongs together is saved together and backed up together. */
export type Store = {
  readonly database: Database
  readonly keys: KeyStore
  readonly usage: UsageStore
  readonly webhooks: WebhookStore
  readonly idempotency: IdempotencyStore
  readonly sources: SourceStore
  readonly history: HistoryStore
  /** What these data were first marked as; marks them when they are new. */
  markOnce(name: string, value: string): string
  /** What was noted about these data under a name. */
  note(name: string): string | null
  setNote(name: string, value: string): void
  /** Puts a sound backup in the place of everything; nothing can be written meanwhile, and everything read. */
  restore(source: string, how: RestoreWish): Promise<Restored>
  /** Throws when nothing can be written at the moment. */
  probe(): void
  /** False once the files were removed or replaced: then nothing is acknowledged any more. */
  filesAreOurs(): boolean
  close(): void
}

export type RestoreWish = {
  readonly nowMs: number
  /** False: keys and accounts that were ended since the backup was taken live again. */
  readonly keepEnded?: boolean
  readonly tell?: Tell
}

export const databasePathOf = (dataDir: string): string => join(dataDir, 'p2p-rates.db')

/** A data directory has one server. Null when another runs on it. */
export const lockDataDir = (dataDir: string): Lock | null => {
  makeDataDir(dataDir)
  return holdLock(join(dataDir, 'server.lock'))
}

/** One by one: where nothing can be made, as in /proc, Node's own way to make them all never returns. */
const makeDataDir = (dataDir: string): void => {
  if (existsSync(dataDir)) return
  makeDataDir(dirname(dataDir))
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(dataDir)) throw error
  }
}

export const openStore = (dataDir: string, opening: Pick<Opening, 'busyMs' | 'onDamage'> = {}): Store => {
  makeDataDir(dataDir)
  removeLeftovers(dataDir)
  const path = databasePathOf(dataDir)
  // SQLite gives the files beside it the same rights.
  makePrivateFile(path)
  chmodSync(path, 0o600)
  let files: DataFiles | null = null
  const database = openDatabase(path, { ...opening, filesAreOurs: () => files?.areOurs() ?? true })
  try {
    migrate(database)
    giveOwnId(database)
    files = watchDataFiles(path)
    return storeOver(database, files)
  } catch (error) {
    database.close()
    files?.close()
    throw error
  }
}

/** For tests: everything in memory, with the very statements that run on disk. */
export const openMemoryStore = (): Store => {
  const database = openDatabase(':memory:')
  migrate(database)
  return storeOver(database, { areOurs: () => true, close: () => {} })
}

/** After a clean end everything lies in the one file that people copy. */
const tidyUp = (database: Database): void => {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // On a full disk it stays in the log beside the file, where the next start finds it.
  }
}

/** As long as the longest write: a disk with room for one byte more is full. */
const probeLength = 64 * 1024

const storeOver = (database: Database, files: DataFiles): Store => {
  const history = createSqliteHistoryStore(database)
  const mark = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const marked = database.prepare(`SELECT *, ${isSound('meta')} AS sound FROM meta WHERE name = ?`)
  const note = (name: string): string | null => {
    const row = soundOrThrow(database, 'meta', marked.get(name))
    return row === null ? null : String(row.value)
  }
  return {
    database,
    keys: createSqliteKeyStore(database),
    usage: createSqliteUsageStore(database),
    webhooks: createSqliteWebhookStore(database),
    idempotency: createSqliteIdempotencyStore(database),
    sources: createSqliteSourceStore(database),
    history,
    markOnce: (name, value) => {
      const known = note(name)
      if (known !== null) return known
      mark.run(name, value)
      return value
    },
    note,
    setNote: (name, value) => {
      mark.run(name, value)
    },
    restore: async (source, { nowMs, keepEnded = true, tell = () => {} }) => {
      const kept = `${database.path}.before-restore-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`
      const restored = await restoreAside({ path: database.path, source, kept, keepEnded }, tell)
      history.readAgain()
      removeOldKept(database.path)
      return restored
    },
    probe: () => {
      // SQLite writes nothing where nothing changes.
      const letter = String(marked.get('probe')?.value ?? '').startsWith('a') ? 'b' : 'a'
      mark.run('probe', letter.repeat(probeLength))
    },
    filesAreOurs: files.areOurs,
    close: () => {
      // Statements that live on keep SQLite from tidying up by itself.
      if (files.areOurs()) tidyUp(database)
      database.close()
      files.close()
    },
  }
}
