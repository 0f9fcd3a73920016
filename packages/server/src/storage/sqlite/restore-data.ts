import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { ReportStep, Restored } from '../store.js'
import { deletionsOfOwned } from '../tables.js'
import { backUp } from './copy-database.js'
import { type Database, openDatabase, withDatabase } from './database.js'
import { inspect, tableNames } from './inspect.js'
import { migrate } from './migrate.js'
import { partialPathOf, removePartialFile } from './partial-files.js'

export type RestoreRequest = {
  readonly path: string
  readonly source: string
  readonly kept: string
  /** Keys and accounts that the backup still knows as live, although they were ended since, stay ended. */
  readonly keepEnded: boolean
}

export type RestoreMessage =
  | { readonly step: string }
  | { readonly restored: Restored }
  | { readonly refused: string }
  | { readonly failed: string }

const program = fileURLToPath(new URL('./restore-worker.js', import.meta.url))

/** Restores in a worker thread. Without a build there is no worker file, and this thread restores. */
export async function restoreInWorker(order: RestoreRequest, reportStep: ReportStep): Promise<Restored> {
  if (!existsSync(program)) return restoreData(order, reportStep)
  const worker = new Worker(program, { workerData: order })
  return new Promise<Restored>((done, fail) => {
    worker.on('message', (word: RestoreMessage) => {
      if ('step' in word) reportStep(word.step)
      else if ('restored' in word) done(word.restored)
      else fail('refused' in word ? new OperatorError(word.refused) : new Error(word.failed))
    })
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The thread that restores has ended.')))
  })
}

/** Puts a backup's rows in the place of all present ones, in one transaction. Nothing is written meanwhile, so nothing is lost between. */
export function restoreData({ path, source, kept, keepEnded }: RestoreRequest, reportStep: ReportStep): Restored {
  reportStep('reading every record of the backup')
  refuseUnsound(source)
  const copyPath = partialPathOf(path)
  const database = openDatabase(path)
  try {
    reportStep('bringing it to the present shape')
    const tables = copyInPresentShape(source, copyPath)
    database.prepare('ATTACH ? AS backup').run(copyPath)
    refuseOtherPrices(database)
    const endedSince = database.transaction(() => {
      reportStep('keeping a copy of the present data')
      withDatabase(path, {}, (reader) => backUp(reader, kept))
      reportStep('putting the backup in their place')
      return replaceRows(database, tables, keepEnded)
    })
    database.exec('DETACH backup')
    // Checkpoint now. Otherwise the next write would do it and delay all clients.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    return { kept, endedSince }
  } finally {
    database.close()
    removePartialFile(copyPath)
  }
}

function refuseUnsound(source: string): void {
  const { faults } = inspect(source)
  if (faults.length > 0) throw new OperatorError(`${source} is not a sound backup: ${faults.slice(0, 3).join('; ')}`)
}

/** The backup itself is only read. */
function copyInPresentShape(source: string, copyPath: string): readonly string[] {
  withDatabase(source, { readOnly: true }, (backup) => backup.prepare('VACUUM INTO ?').run(copyPath))
  return withDatabase(copyPath, {}, (copy) => {
    migrate(copy)
    const tables = tableNames(copy)
    copy.exec('PRAGMA journal_mode = DELETE')
    return tables
  })
}

function replaceRows(database: Database, tables: readonly string[], keepEnded: boolean): readonly string[] {
  database.exec(`
    CREATE TEMP TABLE ended_key AS SELECT id, revoked_at FROM main.api_key WHERE revoked_at IS NOT NULL;
    CREATE TEMP TABLE used_invite AS SELECT id, used_at FROM main.invite WHERE used_at IS NOT NULL;
    CREATE TEMP TABLE ended_account AS SELECT id, deleted_at FROM main.account WHERE deleted_at IS NOT NULL;
    PRAGMA defer_foreign_keys = ON
  `)
  for (const table of tables) database.exec(`DELETE FROM main."${table}"`)
  for (const table of tables) database.exec(`INSERT INTO main."${table}" SELECT * FROM backup."${table}"`)
  // Delete locks, sessions and links of the backup, because they are outdated. Invites used since the backup stay used.
  database.exec(`
    DELETE FROM main.hold; DELETE FROM main.session; DELETE FROM main.link;
    UPDATE main.invite SET used_at = u.used_at FROM used_invite u WHERE u.id = invite.id AND invite.used_at IS NULL
  `)
  const endedSince = database
    .prepare(
      `SELECT id FROM ended_key JOIN main.api_key USING (id) WHERE api_key.revoked_at IS NULL
       UNION ALL SELECT id FROM ended_account JOIN main.account USING (id) WHERE account.deleted_at IS NULL`,
    )
    .all()
    .map((row) => String(row.id))
  if (keepEnded)
    database.exec(`
      UPDATE main.api_key SET revoked_at = e.revoked_at FROM ended_key e
        WHERE e.id = api_key.id AND api_key.revoked_at IS NULL;
      UPDATE main.account SET deleted_at = e.deleted_at, name = '' FROM ended_account e
        WHERE e.id = account.id AND account.deleted_at IS NULL;
      UPDATE main.api_key SET label = NULL WHERE account_id IN (SELECT id FROM ended_account);
      ${deletionsOfOwned('IN (SELECT id FROM ended_account)').join(';\n')}
    `)
  return endedSince
}

function refuseOtherPrices(database: Database): void {
  const markIn = (name: string) =>
    database.prepare(`SELECT value FROM ${name}.meta WHERE name = 'prices'`).get()?.value ?? null
  const [present, restored] = [markIn('main'), markIn('backup')]
  if (present !== null && restored !== null && present !== restored)
    throw new OperatorError(`The backup holds ${restored} prices, the present data ${present} ones.`)
}
