import type { Config } from '../base/config.js'
import { makeDataDir } from './make-data-dir.js'
import { createSqliteLocation } from './sqlite/sqlite-store-location.js'
import type { StoreLocation } from './store.js'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

/** Chooses the store for a configuration. No other code depends on this choice. */
export const chooseStore = ({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreSettings): StoreLocation =>
  DATABASE_URL === undefined
    ? createSqliteLocation(DATA_DIR)
    : createRemoteLocation({ url: DATABASE_URL, dataDir: DATA_DIR, isShared: REDIS_URL !== undefined })

type RemoteLocationOptions = {
  readonly url: string
  /** Folder for the files that a server keeps locally. */
  readonly dataDir: string
  readonly isShared: boolean
}

/** The place of a database that is reached over the network. Its library is loaded where it is asked for. */
function createRemoteLocation({ url, dataDir, isShared }: RemoteLocationOptions): StoreLocation {
  const { host, pathname } = new URL(url)
  // Omit the user and password.
  const name = `the database ${pathname.slice(1)} on ${host || 'this machine'}`
  const location = async (): Promise<StoreLocation> =>
    (await import('./postgres/postgres-store-location.js')).createPostgresLocation(url, name, isShared)
  return {
    name,
    openForServer: async (...args) => {
      makeDataDir(dataDir)
      return (await location()).openForServer(...args)
    },
    openHistoryReader: async (...args) => (await location()).openHistoryReader(...args),
    openForCommand: async () => (await location()).openForCommand(),
    backUp: async (...args) => (await location()).backUp(...args),
    inspect: async (...args) => (await location()).inspect(...args),
    quarantine: async (nowMs) => (await location()).quarantine(nowMs),
    migrate: async () => (await location()).migrate(),
  }
}
