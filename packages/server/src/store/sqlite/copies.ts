import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../accounts/keys.js'
import { copyOut } from './copy-out.js'
import { type Database, openDatabase } from './database.js'
import { draftPathOf, removeDraft } from './drafts.js'
import { inspect, tableNames } from './inspect.js'
import { migrate } from './migrate.js'

/** Backups: whole, consistent copies of the database, made and put back while the server runs. */

export const backUp = (database: Database, target: string): void => {
  if (existsSync(target)) throw new OperatorError(`${target} exists already; a backup never overwrites.`)
  if (!existsSync(dirname(target))) throw new OperatorError(`There is no folder ${dirname(target)}.`)
  copyOut(database, target)
}

export const refuseUnsound = (source: string): void => {
  const { faults } = inspect(source)
  if (faults.length > 0) throw new OperatorError(`${source} is not a sound backup: ${faults.slice(0, 3).join('; ')}`)
}

/** Puts a backup's rows in the place of all present ones, in one transaction. */
export const replaceData = (database: Database, source: string): void => {
  const copyPath = draftPathOf(database.path)
  try {
    // The backup itself is only read; what has to be brought up to date is a copy of it.
    const backup = openDatabase(source, { readOnly: true })
    backup.prepare('VACUUM INTO ?').run(copyPath)
    backup.close()
    const copy = openDatabase(copyPath)
    migrate(copy)
    const tables = tableNames(copy)
    copy.close()
    replaceRows(database, copyPath, tables)
  } finally {
    removeDraft(copyPath)
  }
}

const replaceRows = (database: Database, source: string, tables: readonly string[]): void => {
  database.prepare('ATTACH ? AS backup').run(source)
  try {
    refuseOtherPrices(database)
    database.transaction(() => {
      database.exec('PRAGMA defer_foreign_keys = ON')
      for (const table of tables) database.exec(`DELETE FROM main."${table}"`)
      for (const table of tables) database.exec(`INSERT INTO main."${table}" SELECT * FROM backup."${table}"`)
    })
  } finally {
    database.exec('DETACH backup')
  }
}

/** Simulated prices must not stand beside real ones. */
const refuseOtherPrices = (database: Database): void => {
  const markIn = (name: string) =>
    database.prepare(`SELECT value FROM ${name}.meta WHERE name = 'prices'`).get()?.value ?? null
  const [present, restored] = [markIn('main'), markIn('backup')]
  if (present !== null && restored !== null && present !== restored)
    throw new OperatorError(`The backup holds ${restored} prices, the present data ${present} ones.`)
}
