import type { FixingEntry, LastEntry } from '../../history/history-stores.js'
import type { SqlRow } from './sql-values.js'

export const readFixing = (row: SqlRow): FixingEntry => ({
  fiat: String(row.fiat),
  number: Number(row.number),
  day: String(row.day),
  content: String(row.content),
  digest: String(row.digest),
})

export const readLastEntry = (row: SqlRow): LastEntry => ({ number: Number(row.number), digest: String(row.digest) })
