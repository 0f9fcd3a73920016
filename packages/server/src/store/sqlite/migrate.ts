import { existsSync, rmSync } from 'node:fs'
import type { Database } from './database.js'
import { migrations } from './schema.js'

/** The data were written by a newer release; this one must not touch them. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

export const schemaVersion = migrations.length

export const versionOf = (database: Database): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)

/** Brings a database to this release's shape. An existing one is copied aside first; each step is one transaction, so a crash resumes cleanly. */
export const migrate = (database: Database, steps: readonly string[] = migrations): { from: number; to: number } => {
  const from = versionOf(database)
  if (from > steps.length)
    throw new NewerDataError(
      `The data are of version ${from}, this release knows up to ${steps.length}. Start the newer release.`,
    )
  if (from > 0 && from < steps.length) copyAside(database, `${database.path}.before-${steps.length}`)
  for (let version = from; version < steps.length; version++)
    database.transaction(() => {
      database.exec(steps[version] ?? '')
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  return { from, to: steps.length }
}

const copyAside = (database: Database, target: string): void => {
  // Left by a run that died half-way: the data have not been touched since, so a fresh copy says the same.
  if (existsSync(target)) rmSync(target)
  database.prepare('VACUUM INTO ?').run(target)
}
