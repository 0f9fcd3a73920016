import type { RenderOptions } from './render/draw-table.js'
import { type ColumnOf, type Table, tableOf } from './render/table.js'

export type Report = {
  /** As the API gives it: `--json`. */
  readonly answer: unknown
  /** Name of the endpoint that gave the answer: `--csv` has the columns and rows of its CSV. */
  readonly endpoint?: string
  /** One line each: `--ndjson`. */
  readonly records: readonly unknown[]
  /** Lines for scripts, what people see, and `--csv` without an endpoint. */
  readonly table: Table
  /** Table for people, in place of `table`, row by row. */
  readonly peopleTable?: Table
  /** The table has one row: people see a line for each column. */
  readonly isKeyValue?: true
  readonly title?: string
  /** Lines below the table. */
  readonly footer?: (look: RenderOptions) => readonly string[]
  /** Sentences below the table, each wrapped to the width. */
  readonly notes?: () => readonly string[]
  /** For people, in place of the table. */
  readonly chart?: (look: RenderOptions) => readonly string[]
  readonly empty?: string
}

/** A report of one row. */
export const keyValues = <Row>(row: Row, columns: readonly ColumnOf<Row>[]) =>
  ({ answer: row, records: [row], isKeyValue: true, table: tableOf([row], columns) }) as const

export type Format = 'people' | 'plain' | 'json' | 'csv' | 'ndjson'
