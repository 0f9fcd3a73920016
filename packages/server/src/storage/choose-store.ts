import type { Config } from '../base/config.js'
import { createSqliteLocation } from './sqlite/sqlite-store-location.js'
import type { StoreLocation } from './store.js'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>

export async function chooseStore({ DATA_DIR, DATABASE_URL, REDIS_URL }: StoreSettings): Promise<StoreLocation> {
  if (DATABASE_URL === undefined) return createSqliteLocation(DATA_DIR)
  const { host, pathname } = new URL(DATABASE_URL)
  // Omit the user and password.
  const name = `the database ${pathname.slice(1)} on ${host || 'this machine'}`
  const { createPostgresLocation } = await import('./postgres/postgres-store-location.js')
  return createPostgresLocation(DATABASE_URL, name, REDIS_URL !== undefined)
}
