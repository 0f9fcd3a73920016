import { createHash } from 'node:crypto'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import type { Table } from '../tables.js'
import { valueIn } from './copy-ports.js'

export type TableProof = { readonly table: string; readonly rows: number; readonly digest: string }

/** A digest of rows in their order. Each value goes in with its kind and its length: nothing may move from one to the next. */
export function createTableDigest(table: { readonly name: string; readonly data: Table['data'] }) {
  const hash = createHash('sha256')
  const names = [...table.data.keys()]
  let rows = 0
  return {
    add: (page: readonly SqlRow[]): void => {
      rows += page.length
      for (const row of page)
        for (const column of names) {
          const value = valueIn(table, row, column)
          if (value instanceof Uint8Array) hash.update(`bytes ${value.length}\n`).update(value)
          else hash.update(valueText(value))
        }
    },
    proof: (): TableProof => ({ table: table.name, rows, digest: hash.digest('hex') }),
  }
}

function valueText(value: Exclude<SqlValue, Uint8Array>): string {
  const text = value === null ? '' : String(value)
  return `${value === null ? 'null' : typeof value} ${Buffer.byteLength(text)}\n${text}`
}
