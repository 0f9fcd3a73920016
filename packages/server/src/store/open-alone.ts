import { OperatorError } from '../accounts/keys.js'
import type { Config } from '../config.js'
import { lockDataDir, openStore, type Store } from './sqlite/open-store.js'

/** A data directory has one server. */
export const openAlone = (config: Config): { readonly store: Store; readonly unlock: () => void } => {
  const unlock = lockDataDir(config.DATA_DIR)
  if (unlock === null) throw new OperatorError(`A server is already running on ${config.DATA_DIR}. Stop it first.`)
  try {
    return { store: openStoreFor(config), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Prices that never existed must not stand beside real ones, so a data directory is one or the other for good. */
const openStoreFor = ({ SIMULATED, DATA_DIR }: Config): Store => {
  const store = openStore(DATA_DIR)
  const wanted = SIMULATED ? 'simulated' : 'real'
  const found = store.markOnce('prices', wanted)
  if (found === wanted) return store
  store.close()
  throw new OperatorError(
    `${DATA_DIR} holds ${found} prices. Choose another P2P_DATA_DIR, or set P2P_SIMULATED to match.`,
  )
}
