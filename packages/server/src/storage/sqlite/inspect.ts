import { existsSync, readFileSync } from 'node:fs'
import { refuseUnlessFile } from '../../base/errors/operator-errors.js'
import { fixingChainFaults, fixingInputsFaults } from '../../history/daily-index/fixing-chain.js'
import { checkSlot, decodeDay, isFirstDay, isFirstSlot } from '../codecs/history-codec.js'
import { blob, type SqlRow } from '../codecs/sql-values.js'
import { NewerDataError } from '../newer-data-error.js'
import type { InspectionReport } from '../store.js'
import { fixingsWithInputs, readFixingWithInputs } from '../stores/published-prices.js'
import { damagedRows } from './checksums.js'
import { checksumOf, checksumPathOf } from './copy-database.js'
import { type Database, openDatabase, withDatabase } from './database.js'
import { schemaVersion, versionOf } from './migrate.js'
import { migrations } from './schema.js'

/** Checks every page, reference and record. For a backup, also compares the file with its stored checksum. */
export function inspect(path: string): InspectionReport {
  refuseUnlessFile(path)
  const changed = checksumFaults(path)
  const findings = readEverything(path, changed.length === 0)
  return { place: path, ...findings, faults: [...changed, ...findings.faults] }
}

export const tableNames = (database: Database): string[] =>
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map((row) => String(row.name))

function checksumFaults(path: string): string[] {
  const checksumPath = checksumPathOf(path)
  if (!existsSync(checksumPath)) return []
  const intact = readFileSync(checksumPath, 'utf8').startsWith(`${checksumOf(path)} `)
  return intact ? [] : [`the file is not the one that was written: it differs from ${checksumPath}`]
}

function readEverything(path: string, isAsWritten: boolean): Omit<InspectionReport, 'place'> {
  const database = openDatabase(path, { readOnly: true })
  try {
    const version = versionOf(database)
    // If the file was changed, its version may be wrong too.
    if (version > schemaVersion && isAsWritten) throw new NewerDataError(version, schemaVersion)
    const faults = [
      ...database
        .prepare('PRAGMA integrity_check')
        .all()
        .map((row) => String(Object.values(row)[0]))
        .filter((message) => message !== 'ok'),
      ...database
        .prepare('PRAGMA foreign_key_check')
        .all()
        .map((row) => `a row of ${row.table} refers to nothing`),
    ]
    if (version < 1 || version > schemaVersion) faults.push(`version ${version} is unknown to this release`)
    else faults.push(...schemaFaults(database, version), ...recordFaults(database, version))
    return { version, rows: rowCounts(database), faults }
  } catch (error) {
    if (error instanceof NewerDataError) throw error
    return { version: 0, rows: new Map(), faults: [error instanceof Error ? error.message : String(error)] }
  } finally {
    database.close()
  }
}

/** Compares tables, indexes and triggers with those that the release makes: SQLite does not check their text. */
function schemaFaults(database: Database, version: number): string[] {
  return withDatabase(':memory:', {}, (fresh) => {
    for (const step of migrations.slice(0, version)) fresh.exec(step)
    const [present, wanted] = [schemaOf(database), schemaOf(fresh)]
    return [...new Set([...wanted.keys(), ...present.keys()])]
      .filter((name) => present.get(name) !== wanted.get(name))
      .map((name) => `the definition of ${name} is not as it was written`)
  })
}

const schemaOf = (database: Database): ReadonlyMap<string, string> =>
  new Map(
    database
      .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
      .all()
      .map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, `${tbl_name} ${sql}`]),
  )

function recordFaults(database: Database, version: number): string[] {
  // The first release wrote no checksums.
  const readDay = version === 1 ? inFirstForm(isFirstDay) : day
  const readSlot = version === 1 ? inFirstForm(isFirstSlot) : slot
  return [
    ...(version === 1 ? [] : damagedRows(database)),
    ...faultsIn(pages(database, 'chunk', 'id'), 'day of history', readDay),
    ...faultsIn(pages(database, 'snap', 'slot'), 'slot of history', readSlot),
    ...faultsIn(database.prepare('SELECT id, record AS data FROM webhook').all(), 'webhook', json),
    ...faultsIn(database.prepare('SELECT id, record AS data FROM delivery').all(), 'delivery', json),
    ...fixingFaults(database),
  ]
}

function fixingFaults(database: Database): readonly string[] {
  const names = tableNames(database)
  if (!names.includes('fixing')) return []
  const select = names.includes('fixing_inputs') ? fixingsWithInputs : 'SELECT * FROM fixing ORDER BY fiat, number'
  const entries = database.prepare(select).all().map(readFixingWithInputs)
  return [...fixingChainFaults(entries), ...fixingInputsFaults(entries)]
}

type ReadRecord = (row: SqlRow) => void

const day: ReadRecord = (row) => void decodeDay(Number(row.id), blob(row, 'data'))
const slot: ReadRecord = ({ id, ...row }) => checkSlot({ ...row, slot: id ?? null })
const inFirstForm =
  (isFirst: (bytes: Uint8Array) => boolean): ReadRecord =>
  (row) => {
    if (!isFirst(blob(row, 'data'))) throw new Error('unknown form')
  }
const json: ReadRecord = ({ data }) => void JSON.parse(String(data))

const pageRows = 2_000

/** Years of history need not be in memory at once. */
function* pages(database: Database, table: 'chunk' | 'snap', key: 'id' | 'slot'): Iterable<SqlRow> {
  const page = database.prepare(
    `SELECT ${key} AS id, data FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${pageRows}`,
  )
  let last = -1
  for (;;) {
    const rows = page.all(last)
    yield* rows
    if (rows.length < pageRows) return
    last = Number(rows.at(-1)?.id)
  }
}

function faultsIn(rows: Iterable<SqlRow>, what: string, read: ReadRecord): string[] {
  const faults: string[] = []
  for (const row of rows)
    try {
      read(row)
    } catch (error) {
      faults.push(`${what} ${row.id}: ${error instanceof Error ? error.message : 'unreadable'}`)
    }
  return faults
}

const rowCounts = (database: Database): Map<string, number> =>
  new Map(
    tableNames(database).map((table) => [
      table,
      Number(database.prepare(`SELECT COUNT(*) AS rows FROM "${table}"`).get()?.rows ?? 0),
    ]),
  )
