import type { SqlRow } from '../codecs/sql-values.js'
import type { CopiedTable } from './copied-tables.js'

/** Tables in one state, from the first read to the last. */
export interface TableReader {
  rows(table: CopiedTable): Promise<number>
  /** All rows in order, few at a time: years of history need not be in memory at once. */
  pages(table: CopiedTable): AsyncIterable<readonly SqlRow[]>
}

interface SourceReader extends TableReader {
  faults(): Promise<readonly string[]>
}

export interface TableWriter extends TableReader {
  put(table: CopiedTable, rows: readonly SqlRow[]): Promise<void>
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
