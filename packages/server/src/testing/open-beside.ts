import { onTestFinished } from 'vitest'
import { openSqliteStore } from '../storage/sqlite/open-store.js'

/** The data of a running server, looked at from beside it for as long as the test runs. */
export const openBeside = (dataDir: string) => {
  const store = openSqliteStore(dataDir, { isSynced: false })
  onTestFinished(() => store.close())
  return store
}
