import type { Config } from '../base/config.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import { makeDataDir } from './make-data-dir.js'
import { createSqliteLocation } from './sqlite/sqlite-store-location.js'
import type { Store, StoreLocation } from './store.js'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

export async function chooseStore({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreSettings): Promise<StoreLocation> {
  if (DATABASE_URL === undefined) return createSqliteLocation(DATA_DIR)
  const { host, pathname } = new URL(DATABASE_URL)
  // Omit the user and password.
  const name = `the database ${pathname.slice(1)} on ${host || 'this machine'}`
  const { createPostgresLocation } = await import('./postgres/postgres-store-location.js')
  return createPostgresLocation(DATABASE_URL, name, REDIS_URL !== undefined)
}

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
