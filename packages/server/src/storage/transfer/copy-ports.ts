import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import type { Table } from '../tables.js'

/** Tables in one state, from the first read to the last. */
export interface TableReader {
  rows(table: Table): Promise<number>
  /** All rows in order, few at a time: years of history need not be in memory at once. */
  pages(table: Table): AsyncIterable<readonly SqlRow[]>
}

interface SourceReader extends TableReader {
  faults(): Promise<readonly string[]>
}

export interface TableWriter extends TableReader {
  put(table: Table, rows: readonly SqlRow[]): Promise<void>
}

export interface CopySource {
  /** For people: no password is in it. */
  readonly name: string
  /** Rejects for data of another release. */
  read<Result>(work: (reading: SourceReader) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface CopyTarget {
  readonly name: string
  /** Atomic, and only for an empty target. The work may restart with an empty target; its last result counts. */
  fill<Result>(work: (filling: TableWriter) => Promise<Result>): Promise<Result>
}

export const rowsPerPage = 500

/** A column that an engine has left out is our mistake, not an empty one. */
export function valueIn({ name }: { readonly name: string }, row: SqlRow, column: string): SqlValue {
  const value = row[column]
  if (value === undefined) throw new TypeError(`A row of ${name} has no ${column}.`)
  return value
}
