import { blob } from '../codecs/sql-values.js'
import { all, rowsOf, run, type Sql, type Work } from '../sql.js'
import type { MetaStore, Store } from '../store.js'
import { resealInboxes } from './records.js'

type Note = { readonly name: string; readonly value: string }

const notes = rowsOf<Note>('meta')

function* readNote(name: string): Work<string | null> {
  return (yield* notes.find('WHERE name = $1', name))?.value ?? null
}

export const createMetaStore = (sql: Sql): MetaStore => ({
  getMeta: (name) => sql.query(() => readNote(name)),
  setMeta: (name, value) => sql.query(() => notes.save([{ name, value }])),
  setMetaIfAbsent: (name, value) =>
    sql.query(function* () {
      yield* run('INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', name, value)
      return (yield* readNote(name)) ?? value
    }),
})

/** Columns sealed with the master key, each with the column whose text it's bound to. */
const sealedColumns = [
  { table: 'webhook', boundTo: 'id', column: 'secret' },
  { table: 'webhook', boundTo: 'id', column: 'previous_secret' },
  { table: 'second_factor', boundTo: 'account_id', column: 'secret' },
] as const

export const resealOver =
  (sql: Sql): Store['reseal'] =>
  (reseal, note) =>
    sql.transaction(function* () {
      let count = 0
      for (const { table, boundTo, column } of sealedColumns) {
        const sealed = `SELECT ${boundTo} AS bound_to, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`
        for (const row of yield* all(`${sealed} ORDER BY ${boundTo} FOR UPDATE`)) {
          const id = String(row.bound_to)
          yield* run(`UPDATE ${table} SET ${column} = $1 WHERE ${boundTo} = $2`, reseal(blob(row, 'sealed'), id), id)
          count += 1
        }
      }
      count += yield* resealInboxes(reseal)
      yield* notes.save([note])
      return count
    })
