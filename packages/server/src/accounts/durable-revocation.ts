import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { AccountAndKeyStore, ApiKey } from './account-and-key-store.js'

/** Durability of a revocation: stored, noted in the reserve file until the disk works again, or in memory only. */
export type RevocationState = 'recorded' | 'reserved' | 'in_memory'

export type ReserveSpace = { read(): string; write(text: string): boolean }

export type RevokingKeyStore = AccountAndKeyStore & {
  revocationStateOf(keyId: string): RevocationState
  flushRevocations(): Promise<void>
}

/** Key store whose revocations are in force at once, and are noted in `reserve` while the disk is full. */
export const revokingKeyStore = (store: AccountAndKeyStore, reserve: ReserveSpace | null): RevokingKeyStore =>
  reserve === null
    ? // In a cluster, revocations need the database, because other servers can't see a local reserve.
      { ...store, revocationStateOf: () => 'recorded', flushRevocations: async () => {} }
    : durableRevocation(store, reserve)

export function durableRevocation(store: AccountAndKeyStore, reserve: ReserveSpace): RevokingKeyStore {
  const waiting = new Map<string, number>(readLines(reserve.read()))
  let isReserved = true

  const saveReserve = (): void => {
    isReserved = reserve.write([...waiting].map(([keyId, atMs]) => `${keyId} ${atMs}`).join('\n'))
  }

  const known = (key: ApiKey): ApiKey => {
    const revokedAtMs = key.revokedAtMs ?? waiting.get(key.id) ?? null
    return revokedAtMs === key.revokedAtMs ? key : { ...key, revokedAtMs }
  }

  const flushRevocations = async (): Promise<void> => {
    if (waiting.size === 0) return
    try {
      for (const [keyId, atMs] of waiting) {
        await store.revokeKey(keyId, atMs)
        waiting.delete(keyId)
      }
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
    }
    saveReserve()
  }

  return {
    ...store,
    find: async (digest) => {
      const found = await store.find(digest)
      return found === null ? null : { ...found, key: known(found.key) }
    },
    findKey: async (keyId) => {
      const key = await store.findKey(keyId)
      return key === null ? null : known(key)
    },
    allKeys: async () => (await store.allKeys()).map(known),
    keysOf: async (accountId) => (await store.keysOf(accountId)).map(known),
    revokeKey: async (keyId, atMs) => {
      if (waiting.has(keyId)) return false
      try {
        return await store.revokeKey(keyId, atMs)
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error
        waiting.set(keyId, atMs)
        saveReserve()
        return true
      }
    },
    revocationStateOf: (keyId) => {
      if (!waiting.has(keyId)) return 'recorded'
      return isReserved ? 'reserved' : 'in_memory'
    },
    // Write pending revocations first, because the store still counts those keys as live.
    saveKey: async (key, atMost) => {
      await flushRevocations()
      return store.saveKey(key, atMost)
    },
    flushRevocations,
  }
}

/** Half a line, left by a power cut, is none. */
const readLines = (text: string): (readonly [string, number])[] =>
  text.split('\n').flatMap((line) => {
    const [, keyId, atMs] = /^(key_\w+) (\d{1,15})$/.exec(line.trim()) ?? []
    return keyId === undefined ? [] : [[keyId, Number(atMs)] as const]
  })
