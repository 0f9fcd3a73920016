import { OperatorError } from '../accounts/keys.js'
import type { Config } from '../config.js'
import { lockDataDir, openStore, type Store } from './sqlite/open-store.js'

export type Alone = {
  readonly store: Store
  /** False once the data or the lock on them were removed or replaced: another server could begin there. */
  filesAreOurs(): boolean
  close(): void
}

/** The whole server waits for another process that writes; it must not be felt. */
const busyMs = 100

/** A data directory has one server. */
export const openAlone = (config: Config, onDamage: (what: string) => void = () => {}): Alone => {
  const lock = lockDataDir(config.DATA_DIR)
  if (lock === null) throw new OperatorError(`A server is already running on ${config.DATA_DIR}. Stop it first.`)
  try {
    const store = openStoreFor(config, onDamage)
    return {
      store,
      filesAreOurs: () => store.filesAreOurs() && lock.isInPlace(),
      close: () => {
        store.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Prices that never existed must not stand beside real ones, so a data directory is one or the other for good. */
const openStoreFor = ({ SIMULATED, DATA_DIR }: Config, onDamage: (what: string) => void): Store => {
  const store = openStore(DATA_DIR, { busyMs, onDamage })
  const wanted = SIMULATED ? 'simulated' : 'real'
  const found = store.markOnce('prices', wanted)
  if (found === wanted) return store
  store.close()
  throw new OperatorError(
    `${DATA_DIR} holds ${found} prices. Choose another P2P_DATA_DIR, or set P2P_SIMULATED to match.`,
  )
}
