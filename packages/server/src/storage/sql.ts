import type { SqlRow, SqlValue } from './codecs/sql-values.js'
import { type TableName, tables } from './tables.js'

/**
 * The SQL that all stores are written in, whichever engine runs it: PostgreSQL's, without what only PostgreSQL has. Work
 * is a generator of statements, so that SQLite runs a whole transaction at once, and PostgreSQL waits at each statement.
 * Rows of a whole table come through `find` and `list`, which check them: a damaged row is an error or is left out.
 */
export interface Sql {
  /** PostgreSQL stores the folded text that a search of accounts looks in. SQLite folds it during the search. */
  readonly keepsSearchText: boolean
  /** Runs statements that need not be atomic together. */
  query<Result>(work: () => Work<Result>): Promise<Result>
  /** Atomic. After a conflict with another transaction, `work` may run again. */
  transaction<Result>(work: () => Work<Result>): Promise<Result>
}

export type Work<Result> = Generator<SqlStatement, Result, SqlResult>

export type SqlStatement =
  | {
      readonly kind: 'sql'
      readonly sql: string
      readonly values: readonly SqlValue[]
      /** A damaged `row` is an error; damaged `rows` are reported and left out. Only rows with a column `sound` are checked. */
      readonly wants: 'row' | 'rows' | 'count'
    }
  | {
      readonly kind: 'table'
      readonly table: TableName
      readonly where: string
      readonly values: readonly SqlValue[]
      readonly damage: 'throw' | 'leave out'
    }
  | { readonly kind: 'upsert'; readonly table: TableName; readonly rows: readonly TableRow[] }
  | { readonly kind: 'lock'; readonly name: string }

export type TableRow = Readonly<Record<string, SqlValue>>

export type SqlResult = { readonly rows: readonly SqlRow[]; readonly count: number }

/** Resolves with the number of rows that were touched. */
export function* run(sql: string, ...values: readonly SqlValue[]): Work<number> {
  return (yield { kind: 'sql', sql, values, wants: 'count' }).count
}

export function* all(sql: string, ...values: readonly SqlValue[]): Work<readonly SqlRow[]> {
  return (yield { kind: 'sql', sql, values, wants: 'rows' }).rows
}

export function* get(sql: string, ...values: readonly SqlValue[]): Work<SqlRow | null> {
  return (yield { kind: 'sql', sql, values, wants: 'row' }).rows[0] ?? null
}

/** The first row of a table. Throws if it is damaged. */
export function* find(table: TableName, where: string, ...values: readonly SqlValue[]): Work<SqlRow | null> {
  return (yield { kind: 'table', table, where, values, damage: 'throw' }).rows[0] ?? null
}

/** Rows of a table without the damaged ones, which are reported. */
export function* list(table: TableName, where: string, ...values: readonly SqlValue[]): Work<readonly SqlRow[]> {
  return (yield { kind: 'table', table, where, values, damage: 'leave out' }).rows
}

export function* insert(table: TableName, row: TableRow): Work<number> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return yield* run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, ...Object.values(row))
}

/** Inserts rows, or updates those with the same key. The rows have the same columns, and no key twice. */
export function* upsert(table: TableName, rows: readonly TableRow[]): Work<void> {
  if (rows.length > 0) yield { kind: 'upsert', table, rows }
}

/** The statement of an upsert of this many rows. */
export function upsertText(table: TableName, columns: readonly string[], rows: number): string {
  const key: readonly string[] = tables[table].key
  const places = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
  )
  const changed = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.join(', ')}`
}

/** Holds an exclusive lock with this name until the transaction ends. SQLite's transactions exclude each other anyway. */
export function* lock(name: string): Work<void> {
  yield { kind: 'lock', name }
}

/** Checksums of these rows hold, as a condition, or `AS sound` for the check of the rows that are read. */
export const sound = (table: TableName, alias: string): string => `{sound ${table} ${alias}}`
