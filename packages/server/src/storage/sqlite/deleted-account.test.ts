import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { deletedAccountContract, type OpenTables, restOfDeleted, withFullAccount } from '../deleted-account.contract.js'
import { backUp } from './copy-database.js'
import { inspect, tableNames } from './inspect.js'
import { openSqliteStore, type SqliteStore } from './open-store.js'

const open = async (): Promise<OpenTables & { readonly store: SqliteStore; readonly folder: string }> => {
  const folder = makeFolder()
  const store = openSqliteStore(join(folder, 'data'))
  onTestFinished(() => store.close())
  const { database } = store
  const columnsOf = (table: string) =>
    database
      .prepare(`PRAGMA table_info("${table}")`)
      .all()
      .map(({ name }) => String(name))
  return {
    folder,
    store,
    query: async (sql) => database.prepare(sql).all(),
    tablesWith: async (column) => tableNames(database).filter((table) => columnsOf(table).includes(column)),
    tablesMentioning: async (text) =>
      tableNames(database).filter((table) => {
        const conditions = columnsOf(table).map((column) => `instr(CAST("${column}" AS TEXT), ?1) > 0`)
        return database.prepare(`SELECT 1 FROM "${table}" WHERE ${conditions.join(' OR ')}`).get(text) !== null
      }),
  }
}

describe('SQLite', () => deletedAccountContract(open, ['hold']))

test('a backup brings nothing of a deleted account back', async () => {
  const opened = await open()
  const { store, folder } = opened
  const { accountId, rest } = await withFullAccount(opened)
  const file = join(folder, 'backup')
  backUp(store.database, file)
  await store.keys.deleteAccount(accountId, 9)
  await store.restore(file, { nowMs: 10 })
  expect(await rest()).toEqual(restOfDeleted)
  expect(inspect(store.database.path).faults).toEqual([])
})
