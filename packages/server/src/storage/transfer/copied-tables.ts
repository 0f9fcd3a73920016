import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import { catalogue, type ValueKind } from '../tables.js'

export type CopiedTable = {
  readonly name: string
  /** Rows come in the order of their key; without one, in the order in which they came up. */
  readonly key: readonly string[] | null
  readonly columns: Readonly<Record<string, ValueKind>>
  readonly only?: string
}

/** Tables of both engines, referenced ones first. Locks end with the server and aren't copied. */
export const copiedTables: readonly CopiedTable[] = catalogue
  .filter(({ since }) => since.sqlite !== undefined && since.postgres !== undefined)
  .map(({ name, key, keepsOrder, data }) => ({
    name,
    key: keepsOrder ? null : key,
    columns: Object.fromEntries([...data].map(([column, { kind }]) => [column, kind])),
    // Exclude the write probe and the cluster id, because they aren't data.
    ...(name === 'meta' ? { only: `name NOT IN ('probe', 'cluster')` } : {}),
  }))

export function copiedTable(name: string): CopiedTable {
  const found = copiedTables.find((table) => table.name === name)
  if (found === undefined) throw new TypeError(`No table ${name} is copied.`)
  return found
}

/** A column that an engine has left out is our mistake, not an empty one. */
export function valueIn({ name }: CopiedTable, row: SqlRow, column: string): SqlValue {
  const value = row[column]
  if (value === undefined) throw new TypeError(`A row of ${name} has no ${column}.`)
  return value
}
