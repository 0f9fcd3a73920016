import type { HistoryReader } from '../../history/history-store.js'
import { openDatabase } from './database.js'
import { createSqliteHistoryStore } from './history-store.js'

/** Each read sees one state of the data, also while a backup is put in their place. */
export function openSqliteHistory(path: string, onDamage: (what: string) => void): HistoryReader {
  const database = openDatabase(path, { readOnly: true, onDamage })
  const history = createSqliteHistoryStore(database)
  return {
    read: async (key, fromMs, toMs) => {
      database.exec('BEGIN')
      try {
        history.readAgain()
        return await history.read(key, fromMs, toMs)
      } finally {
        database.exec('COMMIT')
      }
    },
  }
}
