import { onTestFinished } from 'vitest'
import { openSqliteStore } from '../storage/sqlite/open-store.js'

export const openSecondStore = (dataDir: string) => {
  const store = openSqliteStore(dataDir, { isSynced: false })
  onTestFinished(() => store.close())
  return store
}
