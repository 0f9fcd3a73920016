import { noSession } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { ApiKey } from './account-and-key-store.js'
import { keyChanged, type PublishAccountEvent } from './account-events.js'
import type { OwnerActor } from './actor.js'
import type { RevocationState, RevokingKeyStore } from './durable-revocation.js'
import { byManager, type ReportSecurityEvent } from './security-events.js'
import { maxLiveKeys, type NewKey, newKey } from './tokens.js'
import type { UsageStore } from './usage/usage-store.js'

/** The operator manages the keys of one account, or of all (null), and an owner those of its account. Admins manage none. */
export type KeyManager = { readonly kind: 'operator'; readonly accountId: string | null } | OwnerActor

export type UsedKey = ApiKey & { readonly lastUsedAtMs: number | null }

const tooMany = `An account has at most ${maxLiveKeys} live keys; revoke one first.`

const refusals = {
  operator: {
    noAccount: (accountId: string) => new OperatorError(`There is no account ${accountId}.`),
    tooMany: () => new OperatorError(tooMany),
    noKey: (keyId: string) => new OperatorError(`There is no key ${keyId}.`),
  },
  owner: {
    noAccount: (_accountId: string) => noSession(),
    tooMany: () => new ApiError({ code: 'key_limit', message: tooMany }),
    noKey: () => new ApiError({ code: 'not_found', message: 'Your account has no such key.' }),
  },
}

/** An owner sees a revoked key for 30 days. */
const listedMs = 30 * 86_400_000

/** Each change is durable when its promise resolves, and the next request sees it. */
export function createKeys(ports: {
  store: RevokingKeyStore
  lastUses: UsageStore['lastUses']
  publishEvent: PublishAccountEvent
  report: ReportSecurityEvent
  clock: Clock
}) {
  const { store, lastUses, publishEvent, report, clock } = ports

  const list = async ({ kind, accountId }: KeyManager): Promise<readonly UsedKey[]> => {
    const reading = accountId === null ? store.allKeys() : store.keysOf(accountId)
    const [keys, used] = await Promise.all([reading, lastUses(accountId)])
    const fromMs = kind === 'owner' ? clock.wallMs() - listedMs : Number.NEGATIVE_INFINITY
    return keys
      .filter(({ revokedAtMs }) => revokedAtMs === null || revokedAtMs > fromMs)
      .map((key) => ({ ...key, lastUsedAtMs: used.get(key.id) ?? null }))
  }

  const findOwn = async (owner: OwnerActor, keyId: string): Promise<UsedKey> => {
    const key = (await list(owner)).find(({ id }) => id === keyId)
    if (key === undefined) throw refusals.owner.noKey()
    return key
  }

  const find = async (manager: KeyManager, keyId: string): Promise<ApiKey> => {
    if (manager.kind === 'owner') return findOwn(manager, keyId)
    const key = await store.findKey(keyId)
    if (key === null) throw refusals.operator.noKey(keyId)
    return key
  }

  return {
    list,
    create: async (manager: KeyManager & { readonly accountId: string }, label: string | null): Promise<NewKey> => {
      const { kind, accountId } = manager
      const made = newKey(accountId, label, clock.wallMs())
      const verdict = await store.saveKey(made.record, maxLiveKeys)
      if (verdict === 'no_account') throw refusals[kind].noAccount(accountId)
      if (verdict === 'too_many') throw refusals[kind].tooMany()
      await publishEvent(keyChanged(made.record, true))
      report({ event: 'key_made', accountId, keyId: made.record.id, ...byManager(manager) })
      return made
    },
    rename: async (owner: OwnerActor, keyId: string, label: string): Promise<UsedKey> => {
      const key = await findOwn(owner, keyId)
      await store.renameKey(owner.accountId, keyId, label)
      return { ...key, label }
    },
    /** In force once resolved; `state` says whether it is durable. An owner may revoke a key again. */
    revoke: async (manager: KeyManager, keyId: string): Promise<ApiKey & { readonly state: RevocationState }> => {
      const key = await find(manager, keyId)
      if (await store.revokeKey(keyId, clock.wallMs())) await publishEvent(keyChanged(key, false))
      else if (manager.kind === 'operator') throw new OperatorError(`Key ${keyId} is revoked already.`)
      report({ event: 'key_revoked', accountId: key.accountId, keyId, ...byManager(manager) })
      return { ...key, state: store.revocationStateOf(keyId) }
    },
  }
}

export type Keys = ReturnType<typeof createKeys>
