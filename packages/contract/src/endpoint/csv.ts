import { z } from 'zod'
import { csvCell } from '../words/csv-cell.js'

export const csvType = 'text/csv; charset=utf-8; header=present'

/** Value of a CSV cell. A bar separates several texts; unknown values are empty cells. */
export type Cell = string | number | boolean | readonly string[] | null | undefined

export interface Table<Answer> {
  readonly columns: readonly string[]
  rows(answer: Answer): readonly (readonly Cell[])[]
}

export const tableOf = <Answer, Column extends string>(
  columns: readonly Column[],
  rowsOf: (answer: Answer) => readonly { readonly [Each in Column]?: Cell }[],
): Table<Answer> => ({
  columns,
  rows: (answer) => rowsOf(answer).map((row) => columns.map((column) => row[column])),
})

type FlatField<Row> = { [Field in keyof Row]-?: Row[Field] extends Cell ? Field : never }[keyof Row] & string

/** Names of the fields that fit into a cell, in the order of the schema. Rows make a text of those that are `shown`. */
export function columnsOf<Row, Shown extends keyof Row & string = never>(
  row: z.ZodType<Row>,
  {
    without = [],
    shown = [],
  }: { readonly without?: readonly FlatField<Row>[]; readonly shown?: readonly Shown[] } = {},
): readonly (FlatField<Row> | Shown)[] {
  const { shape } = z.instanceof(z.ZodObject).parse(row)
  const left = new Set<string>(without)
  const kept = new Set<string>(shown)
  const isColumn = (name: string): name is FlatField<Row> | Shown =>
    kept.has(name) || (isCell(shape[name]) && !left.has(name))
  return Object.keys(shape).filter(isColumn)
}

function isCell(schema: unknown): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodExactOptional) return isCell(schema.unwrap())
  return !(schema instanceof z.ZodObject || (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject))
}

export const csvOf = <Answer>(table: Table<Answer>, answer: Answer): string =>
  csvText(table.columns, table.rows(answer))

/**
 * The same file with a last column that says on each line that these prices never existed: files outlive headers. A
 * file that has this column already stays as it is.
 */
export function simulatedCsv(csv: string): string {
  const [heading = '', ...rows] = csv.split('\r\n')
  if (heading.split(',').includes('simulated')) return csv
  return [`${heading},simulated`, ...rows.map((line) => (line === '' ? line : `${line},true`))].join('\r\n')
}

/** Rows in the form of RFC 4180, under a heading. */
export const csvText = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((cells) => `${cells.map((cell) => csvCell(plain(cell))).join(',')}\r\n`).join('')

function plain(cell: Cell): string | number {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string' || typeof cell === 'number') return cell
  return typeof cell === 'boolean' ? String(cell) : cell.join(' | ')
}
