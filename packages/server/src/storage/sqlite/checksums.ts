import { crc32 } from 'node:zlib'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { addDayChecksum, addSlotChecksum } from '../codecs/history-codec.js'
import { blob, foldCase, type SqlRow, type SqlValue } from '../codecs/sql-values.js'
import { catalogue, type Table, type TableName, tables } from '../tables.js'
import type { Database } from './database.js'

/** Record with a wrong checksum, because the disk changed it. The store reports it and never serves it. */
class DamagedRecordError extends StorageUnavailableError {
  override readonly name = 'DamagedRecordError'
  constructor(what: string) {
    super(`The record of ${what} is damaged.`)
  }
}

type Columns = readonly string[]

const allColumns = (table: TableName): Columns => [...tables[table].data.keys()]

const hasSums = (table: Table): table is Table & { readonly name: TableName } => !table.isSealed

export const rowTables = catalogue.filter(hasSums).map(({ name }) => name)

export const addSums = (table: TableName, columns: Columns): string => `
  ALTER TABLE ${table} ADD COLUMN sum INTEGER;
  UPDATE ${table} SET sum = ${sumOf(table, table, columns)};
  ${keepSums(table, columns)}
  `

/** Adapts the checksums of a table to its new columns. Rows that were already damaged stay damaged. */
export const widenSums = (table: TableName, before: Columns, columns: Columns): string => `
  DROP TRIGGER ${table}_made;
  DROP TRIGGER ${table}_changed;
  UPDATE ${table} SET sum = ${sumOf(table, table, columns)} WHERE sum IS ${sumOf(table, table, before)};
  ${keepSums(table, columns)}
  `

function keepSums(table: TableName, columns: Columns): string {
  const isItself = tables[table].key.map((name) => `${name} IS NEW.${name}`).join(' AND ')
  const update = `UPDATE ${table} SET sum = ${sumOf(table, 'NEW', columns)} WHERE ${isItself};`
  return `
  CREATE TRIGGER ${table}_made AFTER INSERT ON ${table} BEGIN ${update} END;
  CREATE TRIGGER ${table}_changed AFTER UPDATE OF ${columns.join(', ')} ON ${table} BEGIN ${update} END;
  `
}

export const checksumMatches = (
  table: TableName,
  alias: string = table,
  columns: Columns = allColumns(table),
): string => `(${alias}.sum IS ${sumOf(table, alias, columns)})`

const sumOf = (table: TableName, alias: string = table, columns: Columns = allColumns(table)): string =>
  `row_sum('${table}', ${columns.map((column) => `${alias}.${column}`).join(', ')})`

/** Reports damaged rows, and leaves them out or throws. The rows must select `checksumMatches` as `sound`. */
export const soundRows = (
  database: Database,
  table: TableName,
  rows: readonly SqlRow[],
  damage: 'leave out' | 'throw',
): readonly SqlRow[] =>
  rows.filter((row) => {
    if (row.sound === 1) return true
    database.reportDamage(nameOf(table, row))
    if (damage === 'leave out') return false
    throw new DamagedRecordError(nameOf(table, row))
  })

export const damagedRows = (database: Database): string[] =>
  rowTables
    .map((table) => [table, columnsIn(database, table)] as const)
    .filter(([, columns]) => columns.length > 0)
    .flatMap(([table, columns]) =>
      database
        .prepare(
          `SELECT ${tables[table].key.join(', ')} FROM ${table} WHERE NOT ${checksumMatches(table, table, columns)}`,
        )
        .all()
        .map((row) => `${nameOf(table, row)} is not as it was written`),
    )

/** Data of an earlier release lack tables, and columns of others. */
function columnsIn(database: Database, table: TableName): Columns {
  const present = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => row.name),
  )
  return allColumns(table).filter((column) => present.has(column))
}

const nameOf = (table: TableName, row: SqlRow): string =>
  `${table} ${tables[table].key.map((name) => row[name]).join(' ')}`

type SqlFunctions = {
  function(name: string, options: object, work: (...values: SqlValue[]) => SqlValue): void
}

export function registerFunctions(driver: SqlFunctions): void {
  driver.function('fold', { deterministic: true }, (text) => foldCase(String(text)))
  driver.function('row_sum', { deterministic: true, varargs: true }, rowSum)
  driver.function('seal_day', { deterministic: true }, (id, data) => addDayChecksum(Number(id), blob({ data }, 'data')))
  driver.function('seal_slot', { deterministic: true }, (slot, data) =>
    addSlotChecksum(Number(slot), blob({ data }, 'data')),
  )
}

function rowSum(...values: readonly SqlValue[]): number {
  let sum = 0
  for (const value of values) {
    // The kind goes in, too, and the length: nothing may move from one column to the next.
    if (value instanceof Uint8Array) sum = crc32(value, crc32(`blob ${value.length}\n`, sum))
    else sum = crc32(`${value === null ? 'null' : typeof value} ${String(value).length}\n${value}`, sum)
  }
  return sum
}
