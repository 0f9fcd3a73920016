import type { RenderOptions } from './render/draw-table.js'
import type { Table } from './render/table.js'

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
  readonly footer?: (look: RenderOptions) => readonly string[]
  /** For people, in place of the table. */
  readonly chart?: (look: RenderOptions) => readonly string[]
  readonly empty?: string
}

export type Format = 'people' | 'plain' | 'json' | 'csv' | 'ndjson'
