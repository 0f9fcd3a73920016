import { type Column, catalogue, type TableName } from '../tables.js'
import { readEnum, type SqlRow, type SqlValue } from './sql-values.js'

export type TableRow = Readonly<Record<string, SqlValue>>

/** Property of a column: `createdAtMs` of `created_at`, `isAdmin` of `is_admin`. */
const propertyOf = (column: string): string =>
  column.replace(/\bat$|_at$/, (end) => `${end}_ms`).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const properties = new Map<string, readonly (readonly [property: string, column: string, part: Column])[]>(
  catalogue.map(({ name, data }) => [name, [...data].map(([column, part]) => [propertyOf(column), column, part])]),
)

/** The row as an object, each column under its property. The contracts of the stores compare `Item` with the columns. */
export function readRow<Item>(table: TableName, row: SqlRow): Item {
  const item = (properties.get(table) ?? []).map(([property, column, { words, isFlag }]) => {
    if (words !== undefined) return [property, readEnum(row, column, words)]
    return [property, isFlag ? row[column] === 1 : row[column]]
  })
  return Object.fromEntries(item)
}

/** The columns of the item's properties. A property without a column stays out. */
export function toRow(table: TableName, item: object): TableRow {
  const values: Readonly<Record<string, unknown>> = { ...item }
  return Object.fromEntries(
    (properties.get(table) ?? [])
      .filter(([property]) => values[property] !== undefined)
      .map(([property, column]) => [column, columnValueOf(values[property])]),
  )
}

/** Properties of columns hold values of columns, or booleans. */
const columnValueOf = (value: unknown): SqlValue => (typeof value === 'boolean' ? Number(value) : (value as SqlValue))
