import { describe } from 'vitest'
import { historyStoreContract } from '../../history/history-store.contract.js'
import { openDatabase } from './database.js'
import { createSqliteHistoryStore } from './history-store.js'
import { migrate } from './migrate.js'

describe('SQLite history', () => {
  historyStoreContract(async () => {
    const database = openDatabase(':memory:')
    migrate(database)
    return createSqliteHistoryStore(database)
  })
})
