import type { Config } from '../base/config.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import { chooseStore } from './choose-store.js'
import { makeDataDir } from './make-data-dir.js'
import type { Store } from './store.js'

/** Opens the server's data. A store keeps either real or simulated prices permanently, because they must not mix. */
export async function openStore(
  config: Config,
  { onDamage = (_what: string): void => {}, onWait = (_why: string): void => {} } = {},
): Promise<Store> {
  const location = await chooseStore(config)
  // A server over a database has local files, too.
  makeDataDir(config.DATA_DIR)
  const store = await location.openForServer(onDamage, onWait)
  try {
    const wanted = config.SIMULATED ? 'simulated' : 'real'
    const found = await store.setMetaIfAbsent('prices', wanted)
    if (found !== wanted)
      throw new OperatorError(
        `${capitalized(location.name)} holds ${found} prices. Choose another place for the data, or set P2P_SIMULATED to match.`,
      )
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
