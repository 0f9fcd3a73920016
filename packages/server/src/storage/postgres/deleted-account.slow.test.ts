import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { deletedAccountContract, type OpenTables } from '../deleted-account.contract.js'
import { openDatabase } from './database.js'
import { openPostgresStore } from './open-store.js'

let database: TestDatabase
beforeAll(async () => {
  if (!needsPostgres.skip) database = await makeTestDatabase()
})
afterAll(() => database?.drop())

const open = async (): Promise<OpenTables> => {
  const place = await database.newSchema()
  const store = await openPostgresStore(place)
  const reader = openDatabase(place)
  onTestFinished(async () => {
    await reader.close()
    await store.close()
  })
  const tablesWhere = async (condition: string): Promise<readonly string[]> => {
    const rows = await reader.all(
      `SELECT DISTINCT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND ${condition}`,
    )
    return rows.map(({ table_name }) => String(table_name))
  }
  return {
    store,
    query: (sql) => reader.all(sql),
    tablesWith: (column) => tablesWhere(`column_name = '${column}'`),
    tablesMentioning: async (text) => {
      const found: string[] = []
      for (const table of await tablesWhere('TRUE'))
        if ((await reader.get(`SELECT 1 FROM ${table} AS one WHERE strpos(one::text, $1) > 0 LIMIT 1`, text)) !== null)
          found.push(table)
      return found
    },
  }
}

describe('PostgreSQL', needsPostgres, () => deletedAccountContract(open, ['change']))
