import type { Config } from '../config.js'
import { createDataDirectory } from './sqlite/data-directory.js'
import type { StorePlace } from './store.js'

/** Says which store keeps the data of a configuration. Nobody else knows. */
export const chooseStore = ({ DATA_DIR }: Config): StorePlace => createDataDirectory(DATA_DIR)
