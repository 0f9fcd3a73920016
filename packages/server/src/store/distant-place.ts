import type { StorePlace } from './store.js'

/** The place of a database that is reached over the network. Its library is loaded where it is asked for. */
export function createDistantPlace(url: string, isShared: boolean): StorePlace {
  const { host, pathname } = new URL(url)
  // Where it is, without who we are there.
  const name = `the database ${pathname.slice(1)} on ${host || 'this machine'}`
  const place = async (): Promise<StorePlace> =>
    (await import('./postgres/place.js')).createPostgresPlace(url, name, isShared)
  return {
    name,
    openForServer: async (...wish) => (await place()).openForServer(...wish),
    openHistory: async (...wish) => (await place()).openHistory(...wish),
    openForCommand: async () => (await place()).openForCommand(),
    backUp: async (...wish) => (await place()).backUp(...wish),
    inspect: async (...wish) => (await place()).inspect(...wish),
    migrate: async () => (await place()).migrate(),
  }
}
