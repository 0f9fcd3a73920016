import { describe } from 'vitest'
import { openDatabase } from '../store/sqlite/database.js'
import { migrate } from '../store/sqlite/migrate.js'
import { createSqliteSourceStore } from '../store/sqlite/source-store.js'
import { sourceStoreContract } from './source-store.contract.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'

describe('in memory', () => sourceStoreContract(async () => createMemorySourceStore()))
describe('in SQLite', () => {
  sourceStoreContract(async () => {
    const database = openDatabase(':memory:')
    migrate(database)
    return createSqliteSourceStore(database)
  })
})
