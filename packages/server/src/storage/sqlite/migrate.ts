import { NewerDataError } from '../newer-data-error.js'
import { copyDatabase } from './copy-database.js'
import type { Database } from './database.js'
import { migrations } from './schema.js'

export const schemaVersion = migrations.length

export const versionOf = (database: Database): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)

/** Brings a database to this release's shape. An existing one is copied aside first; all steps are one transaction, so a crash leaves the old shape or the new one. */
export function migrate(database: Database, steps: readonly string[] = migrations): { from: number; to: number } {
  const to = steps.length
  const from = knownVersion(database, to)
  if (from === to) return { from, to }
  if (from > 0) copyDatabase(database, copyBeforeMigration(database.path, from))
  database.transaction(() => {
    // Another process may have been here first.
    for (const step of steps.slice(knownVersion(database, to))) database.exec(step)
    database.exec(`PRAGMA user_version = ${to}`)
  })
  return { from, to }
}

function knownVersion(database: Database, newest: number): number {
  const version = versionOf(database)
  if (version <= newest) return version
  throw new NewerDataError(version, newest)
}

export const copyBeforeMigration = (path: string, from: number): string => `${path}.version-${from}`
