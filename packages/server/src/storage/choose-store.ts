import type { Config } from '../config.js'
import { createDistantPlace } from './remote-store.js'
import { createDataDirectory } from './sqlite/data-directory.js'
import type { StoreLocation } from './store.js'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

export const storeSettingsOf = ({ DATA_DIR, DATABASE_URL, REDIS_URL }: Config): StoreSettings => ({
  DATA_DIR,
  DATABASE_URL,
  REDIS_URL,
})

/** Chooses the store for a configuration. No other code depends on this choice. */
export const chooseStore = ({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreSettings): StoreLocation =>
  DATABASE_URL === undefined
    ? createDataDirectory(DATA_DIR)
    : createDistantPlace({ url: DATABASE_URL, dataDir: DATA_DIR, isShared: REDIS_URL !== undefined })
