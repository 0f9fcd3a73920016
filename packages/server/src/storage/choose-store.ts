import type { Config } from '../base/config.js'
import { createRemoteLocation } from './remote-store-location.js'
import { createSqliteLocation } from './sqlite/sqlite-store-location.js'
import type { StoreLocation } from './store.js'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

/** Chooses the store for a configuration. No other code depends on this choice. */
export const chooseStore = ({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreSettings): StoreLocation =>
  DATABASE_URL === undefined
    ? createSqliteLocation(DATA_DIR)
    : createRemoteLocation({ url: DATABASE_URL, dataDir: DATA_DIR, isShared: REDIS_URL !== undefined })
