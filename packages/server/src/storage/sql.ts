import type { SqlRow, SqlValue } from './codecs/sql-values.js'
import { readRow, type TableRow, toRow } from './codecs/table-rows.js'
import { type TableName, tables } from './tables.js'

/**
 * The SQL that all stores are written in, whichever engine runs it: PostgreSQL's, without what only PostgreSQL has. Work
 * is a generator of statements, so that SQLite runs a whole transaction at once, and PostgreSQL waits at each statement.
 * `rowsOf` checks the rows of a table: a damaged one is an error or is left out.
 */
export interface Sql {
  /** PostgreSQL stores the folded text that a search of accounts looks in. SQLite folds it during the search. */
  readonly keepsSearchText: boolean
  /** The acknowledgement of a commit can be lost, and the same work may come again. */
  readonly isRemote: boolean
  /** Runs statements that need not be atomic together. */
  query<Result>(work: () => Work<Result>): Promise<Result>
  /** Atomic. After a conflict with another transaction, `work` may run again. */
  transaction<Result>(work: () => Work<Result>): Promise<Result>
  /** Atomic for all processes that have the data open. A power cut may undo it. */
  nonDurable<Result>(work: () => Work<Result>): Promise<Result>
}

/** A list stands in `= ANY($1)` or `<> ALL($1)`. */
export type SqlParameter = SqlValue | readonly string[]

export type Work<Result> = Generator<SqlStatement, Result, SqlResult>

export type SqlStatement =
  | {
      readonly kind: 'sql'
      readonly sql: string
      readonly values: readonly SqlParameter[]
      /** A damaged `row` is an error; damaged `rows` are reported and left out. Only rows with a column `sound` are checked. */
      readonly wants: 'row' | 'rows' | 'count'
    }
  | {
      readonly kind: 'upsert'
      readonly table: TableName
      readonly rows: readonly TableRow[]
      /** Follows `ON CONFLICT (key)`. */
      readonly onConflict: string
      /** Columns; empty: none. */
      readonly returns: string
    }
  | { readonly kind: 'lock'; readonly name: string }

export type SqlResult = { readonly rows: readonly SqlRow[]; readonly count: number }

/** Resolves with the number of rows that were touched. */
export function* run(sql: string, ...values: readonly SqlParameter[]): Work<number> {
  return (yield { kind: 'sql', sql, values, wants: 'count' }).count
}

export function* all(sql: string, ...values: readonly SqlParameter[]): Work<readonly SqlRow[]> {
  return (yield { kind: 'sql', sql, values, wants: 'rows' }).rows
}

export function* get(sql: string, ...values: readonly SqlParameter[]): Work<SqlRow | null> {
  return (yield { kind: 'sql', sql, values, wants: 'row' }).rows[0] ?? null
}

export function* changes(sql: string, ...values: readonly SqlParameter[]): Work<boolean> {
  return (yield* run(sql, ...values)) > 0
}

export function* execute(sql: string, ...values: readonly SqlParameter[]): Work<void> {
  yield* run(sql, ...values)
}

export function* readFirst<Item>(found: Work<SqlRow | null>, read: (row: SqlRow) => Item): Work<Item | null> {
  const row = yield* found
  return row === null ? null : read(row)
}

export function* readEach<Item>(found: Work<readonly SqlRow[]>, read: (row: SqlRow) => Item): Work<readonly Item[]> {
  return (yield* found).map(read)
}

/** Whole rows of a table, read and written as items. */
export function rowsOf<Item extends object>(
  table: TableName,
  read: (row: SqlRow) => Item = (row) => readRow<Item>(table, row),
) {
  const rows = `SELECT *, ${sound(table, table)} AS sound FROM ${table}`
  return {
    /** The first row. Throws if it is damaged. */
    find: (where: string, ...values: readonly SqlParameter[]) => readFirst(get(`${rows} ${where}`, ...values), read),
    /** Rows without the damaged ones, which are reported. */
    list: (where: string, ...values: readonly SqlParameter[]) => readEach(all(`${rows} ${where}`, ...values), read),
    insert: (item: Item, more: TableRow = {}) => insert(table, { ...toRow(table, item), ...more }),
    /** Inserts rows, or replaces those with the same key. */
    save: (items: readonly Item[]) =>
      upsert(
        table,
        items.map((item) => toRow(table, item)),
      ),
  }
}

export function* insert(table: TableName, row: TableRow): Work<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  yield* run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, ...Object.values(row))
}

/** Inserts rows, or updates those with the same key. The rows have the same columns, and no key twice. */
export function* upsert(
  table: TableName,
  rows: readonly TableRow[],
  onConflict: string = replacing(Object.keys(rows[0] ?? {}).filter((column) => !keyOf(table).includes(column))),
): Work<void> {
  if (rows.length > 0) yield { kind: 'upsert', table, rows, onConflict, returns: '' }
}

/** The same, with these columns of the rows that were inserted or updated. */
export function* upsertReturning(
  table: TableName,
  rows: readonly TableRow[],
  onConflict: string,
  columns: string,
): Work<readonly SqlRow[]> {
  return rows.length === 0 ? [] : (yield { kind: 'upsert', table, rows, onConflict, returns: columns }).rows
}

export const replacing = (columns: readonly string[]): string =>
  `DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`

const keyOf = (table: TableName): readonly string[] => tables[table].key

export function upsertText(
  { table, rows: [first = {}], onConflict, returns }: Extract<SqlStatement, { kind: 'upsert' }>,
  rows: number,
): string {
  const columns = Object.keys(first)
  const places = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
  )
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}
    ON CONFLICT (${keyOf(table).join(', ')}) ${onConflict} ${returns && `RETURNING ${returns}`}`
}

export function* resultOf<Result>(result: Result): Work<Result> {
  yield* []
  return result
}

/** Holds an exclusive lock with this name until the transaction ends. SQLite's transactions exclude each other anyway. */
export function* lock(name: string): Work<void> {
  yield { kind: 'lock', name }
}

/** Checksums of these rows hold, as a condition, or `AS sound` for the check of the rows that are read. */
export const sound = (table: TableName, alias: string): string => `{sound ${table} ${alias}}`
