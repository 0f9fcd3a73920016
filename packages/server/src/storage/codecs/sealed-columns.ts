import { blobOrNull, type SqlRow } from './sql-values.js'

export type Reseal = (sealed: Uint8Array, boundTo: string) => Uint8Array

/** Columns sealed with the master key, each with the column whose text it's bound to. */
export const sealedColumns = [
  { table: 'webhook', boundTo: 'id', column: 'secret' },
  { table: 'webhook', boundTo: 'id', column: 'previous_secret' },
  { table: 'second_factor', boundTo: 'account_id', column: 'secret' },
] as const

type SealedColumn = (typeof sealedColumns)[number]

export const selectSealed = ({ table, boundTo, column }: SealedColumn): string =>
  `SELECT ${boundTo} AS bound_to, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${boundTo}`

export const readSealed = (row: SqlRow): { readonly boundTo: string; readonly sealed: Uint8Array } => ({
  boundTo: String(row.bound_to),
  sealed: blobOrNull(row, 'sealed') ?? new Uint8Array(),
})
