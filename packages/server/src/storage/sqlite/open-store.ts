import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DataReplacedError } from '../../errors/storage-unavailable.js'
import { readSealed, sealedColumns, selectSealed } from '../codecs/sealed.js'
import { makeDataDir } from '../make-data-dir.js'
import type { Store } from '../store.js'
import { createSqliteAccountList } from './account-list.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import { makePrivateFile } from './copy-out.js'
import { type DataFiles, stampFileId, watchDataFiles } from './data-files.js'
import { type Database, type Opening, openDatabase } from './database.js'
import { removeLeftovers, removeOldKept } from './drafts.js'
import { createSqliteFixingStore } from './fixing-store.js'
import { createSqliteHistoryStore } from './history-store.js'
import { createSqliteHourlyMarkets } from './hourly-markets.js'
import { createSqliteIdempotencyStore } from './idempotency-store.js'
import { createSqliteInboxStore } from './inbox-store.js'
import { createSqliteInviteStore } from './invite-store.js'
import { createSqliteKeyStore } from './key-store.js'
import { createSqliteLinkStore } from './link-store.js'
import { createOwnHolds, createSharedHolds } from './locks.js'
import { createSqliteLoginStore } from './login-store.js'
import { migrate } from './migrate.js'
import { createSqliteOfficialStore } from './official-store.js'
import { createSqlitePriceBoardStore } from './price-board-store.js'
import { createSqliteRecentLogIns } from './recent-log-ins.js'
import { createSqliteReporterStore } from './reporter-store.js'
import { restoreAside } from './restore-aside.js'
import { createSqliteRuleStore } from './rule-store.js'
import { createSqliteSecondFactorStore } from './second-factor-store.js'
import { createSqliteSessionStore } from './session-store.js'
import { createSqliteSourceStore } from './source-store.js'
import { createSqliteUptimeStore } from './uptime-store.js'
import { createSqliteUsageStore } from './usage-store.js'
import { createSqliteWebhookStore } from './webhook-store.js'

export type SqliteStore = Store & { readonly database: Database }

type StoreOpening = Pick<Opening, 'busyMs' | 'onDamage' | 'isSynced'> & {
  readonly isAlone?: boolean
}

export const databasePathOf = (dataDir: string): string => join(dataDir, 'p2p-rates.db')

export function openSqliteStore(dataDir: string, { isAlone = false, ...opening }: StoreOpening = {}): SqliteStore {
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
    return storeOver(database, files, isAlone)
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

function storeOver(database: Database, files: DataFiles, isAlone: boolean): SqliteStore {
  const history = createSqliteHistoryStore(database)
  const holds = isAlone ? createOwnHolds() : createSharedHolds(database)
  const mark = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const markNew = database.prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const marked = database.prepare(`SELECT *, ${checksumMatches('meta')} AS sound FROM meta WHERE name = ?`)
  const note = (name: string): string | null => {
    const row = verifiedOrThrow(database, 'meta', marked.get(name))
    return row === null ? null : String(row.value)
  }
  return {
    database,
    keys: createSqliteKeyStore(database),
    logins: createSqliteLoginStore(database),
    sessions: createSqliteSessionStore(database),
    recentLogIns: createSqliteRecentLogIns(database),
    links: createSqliteLinkStore(database),
    invites: createSqliteInviteStore(database),
    secondFactors: createSqliteSecondFactorStore(database),
    accountList: createSqliteAccountList(database),
    usage: createSqliteUsageStore(database),
    webhooks: createSqliteWebhookStore(database, holds),
    idempotency: createSqliteIdempotencyStore(database, holds),
    sources: createSqliteSourceStore(database),
    uptime: createSqliteUptimeStore(database),
    hourly: createSqliteHourlyMarkets(database),
    inboxes: createSqliteInboxStore(database),
    rules: createSqliteRuleStore(database),
    boards: createSqlitePriceBoardStore(database),
    fixings: createSqliteFixingStore(database),
    officials: createSqliteOfficialStore(database),
    reporters: createSqliteReporterStore(database),
    history,
    getNote: async (name) => note(name),
    setNote: async (name, value) => {
      mark.run(name, value)
    },
    setMetaIfAbsent: async (name, value) => {
      markNew.run(name, value)
      return note(name) ?? value
    },
    reseal: async (reseal, note) =>
      database.transaction(() => {
        let count = 0
        for (const sealed of sealedColumns)
          for (const row of database.prepare(selectSealed(sealed)).all().map(readSealed)) {
            database
              .prepare(`UPDATE ${sealed.table} SET ${sealed.column} = ? WHERE ${sealed.boundTo} = ?`)
              .run(reseal(row.sealed, row.boundTo), row.boundTo)
            count += 1
          }
        mark.run(note.name, note.value)
        return count
      }),
    sharing: null,
    restore: async (backup, { nowMs, keepEnded = true, judge = async () => {}, tell = () => {} }) => {
      await judge({ getNote: async (name) => noteIn(backup, name) })
      const kept = `${database.path}.before-restore-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`
      const restored = await restoreAside({ path: database.path, source: backup, kept, keepEnded }, tell)
      history.readAgain()
      removeOldKept(database.path)
      return restored
    },
    probe: async () => {
      // SQLite writes nothing where nothing changes.
      const letter = String(marked.get('probe')?.value ?? '').startsWith('a') ? 'b' : 'a'
      mark.run('probe', letter.repeat(probeLength))
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
function noteIn(file: string, name: string): string | null {
  try {
    const backup = openDatabase(file, { readOnly: true })
    try {
      const row = backup.prepare('SELECT value FROM meta WHERE name = ?').get(name)
      return row === null ? null : String(row.value)
    } finally {
      backup.close()
    }
  } catch {
    return null
  }
}
