import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../accounts/keys.js'
import { checksumOf, checksumPathOf, copyOut } from './copy-out.js'
import { type Database, openDatabase, type SqlValue } from './database.js'
import { decodeDay, decodeSnap } from './history-codec.js'
import { migrate, schemaVersion, versionOf } from './migrate.js'

/** Backups: whole, consistent copies of the database, made and put back while the server runs. */

export const backUp = (database: Database, target: string): void => {
  if (existsSync(target)) throw new OperatorError(`${target} exists already; a backup never overwrites.`)
  if (!existsSync(dirname(target))) throw new OperatorError(`There is no folder ${dirname(target)}.`)
  copyOut(database, target)
}

export type Findings = {
  readonly version: number
  readonly rows: ReadonlyMap<string, number>
  readonly faults: readonly string[]
}

/** Reads every page, every reference and every record; a backup also byte by byte against its checksum. */
export const inspect = (path: string): Findings => {
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`)
  const changed = checksumFaults(path)
  const findings = readEverything(path)
  return { ...findings, faults: [...changed, ...findings.faults] }
}

const checksumFaults = (path: string): string[] => {
  const checksumPath = checksumPathOf(path)
  if (!existsSync(checksumPath)) return []
  const intact = readFileSync(checksumPath, 'utf8').startsWith(`${checksumOf(path)} `)
  return intact ? [] : [`the file is not the one that was written: it differs from ${checksumPath}`]
}

const readEverything = (path: string): Findings => {
  const database = openDatabase(path, { readOnly: true })
  try {
    const version = versionOf(database)
    const faults = [
      ...messagesOf(database, 'PRAGMA integrity_check').filter((message) => message !== 'ok'),
      ...database
        .prepare('PRAGMA foreign_key_check')
        .all()
        .map((row) => `a row of ${row.table} refers to nothing`),
    ]
    if (version < 1 || version > schemaVersion) faults.push(`version ${version} is unknown to this release`)
    else faults.push(...recordFaults(database))
    return { version, rows: rowCounts(database), faults }
  } catch (error) {
    return { version: 0, rows: new Map(), faults: [error instanceof Error ? error.message : String(error)] }
  } finally {
    database.close()
  }
}

export const refuseUnsound = (source: string): void => {
  const { faults } = inspect(source)
  if (faults.length > 0) throw new OperatorError(`${source} is not a sound backup: ${faults.slice(0, 3).join('; ')}`)
}

/** Puts a backup's rows in the place of all present ones, in one transaction. */
export const replaceData = (database: Database, source: string): void => {
  const copyPath = `${database.path}.restoring`
  const clear = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copyPath + suffix, { force: true })
  }
  clear()
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
    clear()
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

const tableNames = (database: Database): string[] =>
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map((row) => String(row.name))

const rowCounts = (database: Database): Map<string, number> =>
  new Map(
    tableNames(database).map((table) => [
      table,
      Number(database.prepare(`SELECT COUNT(*) AS rows FROM "${table}"`).get()?.rows ?? 0),
    ]),
  )

const recordFaults = (database: Database): string[] => [
  ...unreadable(database, 'day of history', 'SELECT id, data FROM chunk', (data) => decodeDay(data as Uint8Array)),
  ...unreadable(database, 'slot of history', 'SELECT slot AS id, data FROM snap', (data) =>
    decodeSnap(data as Uint8Array),
  ),
  ...unreadable(database, 'webhook', 'SELECT id, record AS data FROM webhook', (data) => JSON.parse(String(data))),
  ...unreadable(database, 'delivery', 'SELECT id, record AS data FROM delivery', (data) => JSON.parse(String(data))),
]

const unreadable = (database: Database, what: string, sql: string, read: (data: SqlValue) => unknown): string[] =>
  database
    .prepare(sql)
    .all()
    .flatMap(({ id, data = null }) => {
      try {
        read(data)
        return []
      } catch (error) {
        return [`${what} ${id}: ${error instanceof Error ? error.message : 'unreadable'}`]
      }
    })

const messagesOf = (database: Database, sql: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]))
