import { ApiError } from '../base/errors/api-error.js'
import { noSession } from '../base/errors/authentication-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { ApiKey } from './account-and-api-key.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import { keyEnded, keyMade, type PublishAccountEvent } from './account-events.js'
import { maxLiveKeys, type NewKey, newKey } from './new-key.js'

export type UsedKey = { readonly key: ApiKey; readonly lastUsedAtMs: number | null }

const dayMs = 86_400_000
/** Revoked keys stay listed for 30 days. */
const listedMs = 30 * dayMs

export function createOwnKeys(ports: {
  store: Pick<AccountAndKeyStore, 'keysOf' | 'saveKey' | 'renameKey' | 'revokeKey'>
  lastUses: (accountId: string) => Promise<ReadonlyMap<string, number>>
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { store, lastUses, publishEvent, clock } = ports

  const list = async (accountId: string): Promise<readonly UsedKey[]> => {
    const [keys, used] = await Promise.all([store.keysOf(accountId), lastUses(accountId)])
    const fromMs = clock.wallMs() - listedMs
    return keys
      .filter(({ revokedAtMs }) => revokedAtMs === null || revokedAtMs > fromMs)
      .map((key) => ({ key, lastUsedAtMs: used.get(key.id) ?? null }))
  }

  const find = async (accountId: string, keyId: string): Promise<UsedKey> => {
    const found = (await list(accountId)).find(({ key }) => key.id === keyId)
    if (found === undefined) throw new ApiError({ code: 'not_found', message: 'Your account has no such key.' })
    return found
  }

  return {
    list,
    create: async (accountId: string, name: string): Promise<NewKey> => {
      const made = newKey(accountId, name, clock.wallMs())
      const verdict = await store.saveKey(made.record, maxLiveKeys)
      if (verdict === 'no_account') throw noSession()
      if (verdict === 'too_many')
        throw new ApiError({
          code: 'key_limit',
          message: `An account has at most ${maxLiveKeys} live keys; revoke one first.`,
        })
      await publishEvent(keyMade(made.record))
      return made
    },
    rename: async (accountId: string, keyId: string, name: string): Promise<UsedKey> => {
      const { key, lastUsedAtMs } = await find(accountId, keyId)
      await store.renameKey(accountId, keyId, name)
      return { key: { ...key, label: name }, lastUsedAtMs }
    },
    revoke: async (accountId: string, keyId: string): Promise<void> => {
      const { key } = await find(accountId, keyId)
      if (await store.revokeKey(keyId, clock.wallMs())) await publishEvent(keyEnded(key))
    },
  }
}

export type OwnKeys = ReturnType<typeof createOwnKeys>
