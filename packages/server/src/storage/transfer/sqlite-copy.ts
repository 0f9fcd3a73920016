import { existsSync, readdirSync } from 'node:fs'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { daysPerSeries } from '../codecs/history-codec.js'
import { type Database, openDatabase } from '../sqlite/database.js'
import { inspect } from '../sqlite/inspect.js'
import { schemaVersion, versionOf } from '../sqlite/migrate.js'
import { databasePathOf, openSqliteStore, type SqliteStore } from '../sqlite/open-store.js'
import type { FileLock } from '../sqlite/sqlite-store-location.js'
import { lockDataDir } from '../sqlite/sqlite-store-location.js'
import { copiedTables, type Table } from '../tables.js'
import {
  type CopySource,
  type CopyTarget,
  refuseOtherVersion,
  refuseRows,
  rowsPerPage,
  type TableReader,
  type TableWriter,
  valueIn,
} from './copy-data.js'

/** Opens a backup, or the database of a folder that the caller has locked. */
export function openSqliteFile(path: string): CopySource {
  const database = openDatabase(path, { readOnly: true })
  return {
    name: path,
    read: async (work) => {
      database.exec('BEGIN')
      try {
        refuseOtherVersion(path, versionOf(database), schemaVersion)
        return await work({
          ...readingOf(database),
          faults: async () => [...inspect(path).faults, ...zeroBytesIn(database)],
        })
      } finally {
        database.exec('COMMIT')
      }
    },
    close: async () => database.close(),
  }
}

export function openSqliteFolder(folder: string): CopySource {
  const path = databasePathOf(folder)
  if (!existsSync(path)) throw new OperatorError(`There are no data at ${path} yet.`)
  const lock = lockOrRefuse(folder)
  try {
    const file = openSqliteFile(path)
    return { ...file, name: folder, close: () => file.close().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

export const sqliteTarget = (folder: string): CopyTarget => ({
  name: folder,
  fill: async (work) => {
    rejectForeignFiles(folder)
    const lock = lockOrRefuse(folder)
    try {
      const store = openSqliteStore(folder)
      try {
        return await fill(store, folder, work)
      } finally {
        await store.close()
      }
    } finally {
      lock.release()
    }
  },
})

/** Files that may exist before the copy: an operator's own, or those on every mounted disk. */
const allowedFiles = ['master.key', 'archive', 'server.lock', 'lost+found']

/** Rejects a folder with foreign files, so that a wrong path changes nothing. */
function rejectForeignFiles(folder: string): void {
  if (!existsSync(folder) || existsSync(databasePathOf(folder))) return
  const other = readdirSync(folder).find((name) => !allowedFiles.includes(name))
  if (other !== undefined)
    throw new OperatorError(`${folder} is not empty: ${other} is no file of a server. Nothing was copied.`)
}

function lockOrRefuse(folder: string): FileLock {
  const lock = lockDataDir(folder)
  if (lock === null)
    throw new OperatorError(`${folder} is in use: by a server, which has to be stopped first, or as the other side.`)
  return lock
}

async function fill<Result>(
  { database, dataHealth }: SqliteStore,
  folder: string,
  work: (filling: TableWriter) => Promise<Result>,
): Promise<Result> {
  database.exec('BEGIN IMMEDIATE')
  try {
    await refuseRows(folder, async ({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== null)
    database.exec('DELETE FROM meta')
    const result = await work(fillingOf(database))
    const lost = await dataHealth()
    if (lost !== null) throw lost
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

const readingOf = (database: Database): TableReader => ({
  rows: async ({ name, copiedRows = 'TRUE' }) =>
    Number(database.prepare(`SELECT COUNT(*) AS rows FROM ${name} WHERE ${copiedRows}`).get()?.rows),
  pages: async function* (table) {
    const order = orderOf(table)
    const page = (from: string) =>
      database.prepare(
        `SELECT ${selectionOf(table)} FROM ${table.name} WHERE ${table.copiedRows ?? 'TRUE'} AND ${from}
         ORDER BY ${order.join(', ')} LIMIT ${rowsPerPage}`,
      )
    const next = page(`(${order.join(', ')}) > (${order.map(() => '?').join(', ')})`)
    let rows = page('TRUE').all()
    for (;;) {
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerPage) return
      rows = next.all(...order.map((column) => valueIn(table, last, column)))
    }
  },
})

function fillingOf(database: Database): TableWriter {
  return {
    ...readingOf(database),
    put: async (table, rows) => {
      const names = [...table.data.keys()]
      const insert = database.prepare(insertionOf(table))
      for (const row of rows) insert.run(...names.map((name) => valueIn(table, row, name)))
    },
  }
}

/** Returns a fault for each row whose text has a zero byte, because drivers end such a text at different places. */
const zeroBytesIn = (database: Database): readonly string[] =>
  copiedTables.flatMap(({ name, data }) => {
    const texts = [...data].flatMap(([column, { kind }]) => (kind === 'text' ? [column] : []))
    if (texts.length === 0) return []
    const hasZero = texts.map((column) => `instr(CAST(${column} AS BLOB), x'00') > 0`).join(' OR ')
    return database
      .prepare(`SELECT ${texts[0]} AS first FROM ${name} WHERE ${hasZero} LIMIT 20`)
      .all()
      .map(({ first }) => `${name} ${first} has a text with a zero byte, which is not kept everywhere`)
  })

const orderOf = ({ key, order }: Table): readonly string[] => (order?.sqlite === undefined ? key : [order.sqlite])

function selectionOf(table: Table): string {
  if (table.name === 'chunk') return `id, id / ${daysPerSeries} AS series, id % ${daysPerSeries} AS day, data`
  return [...new Set([...orderOf(table), ...table.data.keys()])].join(', ')
}

function insertionOf({ name, data }: Table): string {
  if (name === 'chunk') return `INSERT INTO chunk (id, data) VALUES (?1 * ${daysPerSeries} + ?2, ?3)`
  const names = [...data.keys()]
  return `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // A full disk has already rolled back by itself.
  }
}
