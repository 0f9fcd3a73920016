import type { Config } from '../config.js'
import { createDataDirectory } from './sqlite/data-directory.js'
import type { StorePlace } from './store.js'

/** What says where data lie; plain, so that a thread can be told. */
export type StoreSettings = Pick<Config, 'DATA_DIR'>

export const storeSettingsOf = ({ DATA_DIR }: Config): StoreSettings => ({ DATA_DIR })

/** Says which store keeps the data of a configuration. Nobody else knows. */
export const chooseStore = ({ DATA_DIR }: StoreSettings): StorePlace => createDataDirectory(DATA_DIR)
