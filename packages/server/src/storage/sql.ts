import type { SqlRow, SqlValue } from './codecs/sql-values.js'
import type { TableName } from './tables.js'

/**
 * The SQL that all stores are written in, whichever engine runs it: PostgreSQL's, without what only PostgreSQL has. Work
 * is a generator of statements, so that SQLite runs a whole transaction at once, and PostgreSQL waits at each statement.
 * Rows of a whole table come through `find` and `list`, which leave out what the disk has damaged.
 */
export interface Sql {
  /** Runs statements that need not be atomic together. */
  query<Result>(work: () => Work<Result>): Promise<Result>
  /** Atomic. After a conflict with another transaction, `work` may run again. */
  transaction<Result>(work: () => Work<Result>): Promise<Result>
}

export type Work<Result> = Generator<Statement, Result, Outcome>

export type Statement =
  | {
      readonly kind: 'sql'
      readonly sql: string
      readonly values: readonly SqlValue[]
      readonly wants: 'rows' | 'count'
    }
  | {
      readonly kind: 'table'
      readonly table: TableName
      readonly where: string
      readonly values: readonly SqlValue[]
      readonly damage: 'throw' | 'leave out'
    }
  | { readonly kind: 'lock'; readonly name: string }

export type Outcome = { readonly rows: readonly SqlRow[]; readonly count: number }

/** Resolves with the number of rows that were touched. */
export function* run(sql: string, ...values: readonly SqlValue[]): Work<number> {
  return (yield { kind: 'sql', sql, values, wants: 'count' }).count
}

export function* all(sql: string, ...values: readonly SqlValue[]): Work<readonly SqlRow[]> {
  return (yield { kind: 'sql', sql, values, wants: 'rows' }).rows
}

export function* get(sql: string, ...values: readonly SqlValue[]): Work<SqlRow | null> {
  return (yield { kind: 'sql', sql, values, wants: 'rows' }).rows[0] ?? null
}

/** The first row of a table. Throws if it is damaged. */
export function* find(table: TableName, where: string, ...values: readonly SqlValue[]): Work<SqlRow | null> {
  return (yield { kind: 'table', table, where, values, damage: 'throw' }).rows[0] ?? null
}

/** Rows of a table without the damaged ones, which are reported. */
export function* list(table: TableName, where: string, ...values: readonly SqlValue[]): Work<readonly SqlRow[]> {
  return (yield { kind: 'table', table, where, values, damage: 'leave out' }).rows
}

export function* insert(table: TableName, row: Readonly<Record<string, SqlValue>>): Work<number> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return yield* run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, ...Object.values(row))
}

/** Holds an exclusive lock with this name until the transaction ends. SQLite's transactions exclude each other anyway. */
export function* lock(name: string): Work<void> {
  yield { kind: 'lock', name }
}

/** Checksums of these rows hold, as a condition. `damage` of the statement says what happens where `AS sound` is read. */
export const sound = (table: TableName, alias: string): string => `{sound ${table} ${alias}}`
