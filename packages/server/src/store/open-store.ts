import type { Config } from '../config.js'
import { OperatorError } from '../refusals/operator-error.js'
import { chooseStore } from './choose-store.js'
import type { Store } from './store.js'

/** The data of a server. Prices that never existed must not stand beside real ones, so data are one or the other for good. */
export async function openStore(config: Config, onDamage: (what: string) => void = () => {}): Promise<Store> {
  const store = await chooseStore(config).openForServer(onDamage)
  try {
    const wanted = config.SIMULATED ? 'simulated' : 'real'
    const found = await store.noteOnce('prices', wanted)
    if (found !== wanted)
      throw new OperatorError(
        `${config.DATA_DIR} holds ${found} prices. Choose another P2P_DATA_DIR, or set P2P_SIMULATED to match.`,
      )
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
