import { crc32 } from 'node:zlib'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { addDayChecksum, addSlotChecksum } from '../codecs/history-codec.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import type { Database } from './database.js'

/** Record with a wrong checksum, because the disk changed it. The store reports it and never serves it. */
class DamagedRecordError extends StorageUnavailableError {
  override readonly name = 'DamagedRecordError'
  constructor(what: string) {
    super(`The record of ${what} is damaged.`)
  }
}

/** Tables whose rows carry a checksum of all their columns; the first ones are the key, the last ones came later. */
export const checkedTables = {
  account: { key: ['id'], columns: ['id', 'name', 'plan', 'created_at', 'deleted_at'] },
  api_key: {
    key: ['id'],
    columns: ['id', 'account_id', 'digest', 'prefix', 'label', 'created_at', 'revoked_at'],
  },
  usage_month: { key: ['account_id', 'month'], columns: ['account_id', 'month', 'counted'] },
  usage_day: {
    key: ['account_id', 'day', 'key_id', 'endpoint'],
    columns: ['account_id', 'day', 'key_id', 'endpoint', 'requests', 'counted', 'errors', 'limited'],
  },
  key_use: { key: ['key_id'], columns: ['key_id', 'account_id', 'used_at'] },
  webhook: {
    key: ['id'],
    columns: ['id', 'account_id', 'enabled', 'created_at', 'record', 'secret', 'previous_secret'],
  },
  delivery: { key: ['id'], columns: ['id', 'webhook_id', 'state', 'created_at', 'record'] },
  idempotency: {
    key: ['account_id', 'key'],
    columns: ['account_id', 'key', 'fingerprint', 'operation_id', 'created_at', 'status', 'body'],
  },
  back_off: { key: ['exchange'], columns: ['exchange', 'kind', 'faults', 'not_before'] },
  latest_board: {
    key: ['exchange', 'fiat', 'side'],
    columns: ['exchange', 'fiat', 'side', 'observed_at', 'ads'],
  },
  board_memory: {
    key: ['exchange', 'fiat', 'side'],
    columns: ['exchange', 'fiat', 'side', 'observed_at', 'memory'],
  },
  publication: { key: ['fiat'], columns: ['fiat', 'number'] },
  crossing_values: { key: ['fiat'], columns: ['fiat', 'measured'] },
  series: { key: ['id'], columns: ['id', 'fiat', 'exchange'] },
  hold: { key: ['name'], columns: ['name', 'token', 'held_until'] },
  login: { key: ['account_id'], columns: ['account_id', 'email', 'password', 'is_admin', 'seen_at'] },
  session: { key: ['digest'], columns: ['digest', 'account_id', 'created_at', 'ends_at', 'used_at', 'network'] },
  recent_log_in: {
    key: ['account_id', 'at', 'network', 'succeeded'],
    columns: ['account_id', 'at', 'network', 'succeeded'],
  },
  invite: { key: ['id'], columns: ['id', 'digest', 'plan', 'note', 'created_at', 'ends_at', 'used_at'] },
  link: { key: ['digest'], columns: ['digest', 'purpose', 'account_id', 'ends_at'] },
  second_factor: {
    key: ['account_id'],
    columns: ['account_id', 'secret', 'used_step', 'recovery', 'created_at'],
  },
  reporter: { key: ['id'], columns: ['id', 'record'] },
  inbox: { key: ['id'], columns: ['id', 'account_id', 'place', 'code', 'created_at', 'record'] },
  price_rule: { key: ['id'], columns: ['id', 'account_id', 'fiat', 'created_at', 'record'] },
  rule_price: { key: ['rule_id'], columns: ['rule_id', 'revision', 'version', 'record'] },
  price_board: { key: ['id'], columns: ['id', 'account_id', 'created_at', 'record'] },
  uptime: { key: ['quarter'], columns: ['quarter', 'sources'] },
  fixing: { key: ['fiat', 'number'], columns: ['fiat', 'number', 'day', 'content', 'digest'] },
  official_rate: { key: ['fiat', 'day'], columns: ['fiat', 'day', 'rate', 'source', 'bank', 'read_at'] },
  hourly_market: { key: ['fiat', 'hour'], columns: ['fiat', 'hour', 'judged_at', 'market'] },
  meta: { key: ['name'], columns: ['name', 'value'] },
} as const satisfies Record<string, { readonly key: readonly string[]; readonly columns: readonly string[] }>

export type CheckedTable = keyof typeof checkedTables
type Columns = readonly string[]

/** Adds the checksum column, fills it, and creates triggers that update it for every writer. */
export const addSums = (table: CheckedTable, columns: Columns = checkedTables[table].columns): string => `
  ALTER TABLE ${table} ADD COLUMN sum INTEGER;
  UPDATE ${table} SET sum = ${sumOf(table, table, columns)};
  ${keepSums(table, columns)}
  `

/** Adapts the checksums of a table to its new columns. Rows that were already damaged stay damaged. */
export const widenSums = (table: CheckedTable, before: Columns): string => `
  DROP TRIGGER ${table}_made;
  DROP TRIGGER ${table}_changed;
  UPDATE ${table} SET sum = ${sumOf(table)} WHERE sum IS ${sumOf(table, table, before)};
  ${keepSums(table, checkedTables[table].columns)}
  `

function keepSums(table: CheckedTable, columns: Columns): string {
  const isItself = checkedTables[table].key.map((name) => `${name} IS NEW.${name}`).join(' AND ')
  const update = `UPDATE ${table} SET sum = ${sumOf(table, 'NEW', columns)} WHERE ${isItself};`
  return `
  CREATE TRIGGER ${table}_made AFTER INSERT ON ${table} BEGIN ${update} END;
  CREATE TRIGGER ${table}_changed AFTER UPDATE OF ${columns.join(', ')} ON ${table} BEGIN ${update} END;
  `
}

export const checksumMatches = (
  table: CheckedTable,
  alias: string = table,
  columns: Columns = checkedTables[table].columns,
): string => `(${alias}.sum IS ${sumOf(table, alias, columns)})`

const sumOf = (table: CheckedTable, alias: string = table, columns: Columns = checkedTables[table].columns): string =>
  `row_sum('${table}', ${columns.map((column) => `${alias}.${column}`).join(', ')})`

/** Returns the valid rows, reports and skips the rest. The rows must select `checksumMatches` as `sound`. */
export const verifiedRows = (database: Database, table: CheckedTable, rows: readonly SqlRow[]): readonly SqlRow[] =>
  rows.filter((row) => {
    if (row.sound === 1) return true
    database.reportDamage(nameOf(table, row))
    return false
  })

export function verifiedOrThrow(database: Database, table: CheckedTable, row: SqlRow | null): SqlRow | null {
  if (row === null || row.sound === 1) return row
  database.reportDamage(nameOf(table, row))
  throw new DamagedRecordError(nameOf(table, row))
}

export const damagedRows = (database: Database): string[] =>
  (Object.keys(checkedTables) as CheckedTable[])
    .map((table) => [table, columnsIn(database, table)] as const)
    .filter(([, columns]) => columns.length > 0)
    .flatMap(([table, columns]) =>
      database
        .prepare(
          `SELECT ${checkedTables[table].key.join(', ')} FROM ${table} WHERE NOT ${checksumMatches(table, table, columns)}`,
        )
        .all()
        .map((row) => `${nameOf(table, row)} is not as it was written`),
    )

/** Data of an earlier release lack tables, and columns of others. */
function columnsIn(database: Database, table: CheckedTable): Columns {
  const present = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => row.name),
  )
  return checkedTables[table].columns.filter((column) => present.has(column))
}

const nameOf = (table: CheckedTable, row: SqlRow): string =>
  `${table} ${checkedTables[table].key.map((name) => row[name]).join(' ')}`

export type SqlFunctions = {
  function(name: string, options: object, work: (...values: SqlValue[]) => SqlValue): void
}

export function registerFunctions(driver: SqlFunctions): void {
  driver.function('row_sum', { deterministic: true, varargs: true }, rowSum)
  driver.function('seal_day', { deterministic: true }, (id, data) => addDayChecksum(Number(id), data as Uint8Array))
  driver.function('seal_slot', { deterministic: true }, (slot, data) =>
    addSlotChecksum(Number(slot), data as Uint8Array),
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
