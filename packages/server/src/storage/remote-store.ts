import { makeDataDir } from './make-data-dir.js'
import type { StoreLocation } from './store.js'

type DistantPlace = {
  readonly url: string
  /** Folder for the files that a server keeps locally. */
  readonly dataDir: string
  readonly isShared: boolean
}

/** The place of a database that is reached over the network. Its library is loaded where it is asked for. */
export function createDistantPlace({ url, dataDir, isShared }: DistantPlace): StoreLocation {
  const { host, pathname } = new URL(url)
  // Omit the user and password.
  const name = `the database ${pathname.slice(1)} on ${host || 'this machine'}`
  const place = async (): Promise<StoreLocation> =>
    (await import('./postgres/place.js')).createPostgresPlace(url, name, isShared)
  return {
    name,
    openForServer: async (...wish) => {
      makeDataDir(dataDir)
      return (await place()).openForServer(...wish)
    },
    openPast: async (...wish) => (await place()).openPast(...wish),
    openForCommand: async () => (await place()).openForCommand(),
    backUp: async (...wish) => (await place()).backUp(...wish),
    inspect: async (...wish) => (await place()).inspect(...wish),
    setAside: async (nowMs) => (await place()).setAside(nowMs),
    migrate: async () => (await place()).migrate(),
  }
}
