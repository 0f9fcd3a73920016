import type { RecordedHistory } from '../../history/history-stores.js'
import { createHourlySnapshotStore } from '../stores/published-prices.js'
import { openDatabase } from './database.js'
import { createSqliteHistoryStore } from './history-store.js'
import { createSqliteSql } from './sqlite-sql.js'

/** Each read sees one state of the data, also while a backup is put in their place. */
export function openSqliteHistoryReader(path: string, onDamage: (what: string) => void): RecordedHistory {
  const database = openDatabase(path, { readOnly: true, onDamage })
  const history = createSqliteHistoryStore(database)
  return {
    hourly: createHourlySnapshotStore(createSqliteSql(database)),
    history: {
      readSeries: async (key, fromMs, toMs) => {
        database.exec('BEGIN')
        try {
          history.forgetCaches()
          return await history.readSeries(key, fromMs, toMs)
        } finally {
          database.exec('COMMIT')
        }
      },
    },
  }
}
