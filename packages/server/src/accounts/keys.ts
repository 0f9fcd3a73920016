import type { PlanName } from '@p2p-rates/contract'
import { OperatorError } from '../refusals/operator-error.js'
import type { Clock } from '../time/clock.js'
import type { Account, ApiKey } from './account.js'
import type { KeyChanged, TellOfAccounts } from './account-changes.js'
import { digestOf, makeKey, prefixOf, randomText } from './key-format.js'
import type { KeyStore } from './key-store.js'

export const maxLiveKeys = 5

/** What an operator does with accounts and keys. Every change is on disk when its promise resolves, and known to the next request. */
export function createKeys(ports: { store: KeyStore; tell: TellOfAccounts; clock: Clock }) {
  const { store, tell, clock } = ports

  const liveKeysOf = async (accountId: string) =>
    (await store.keysOf(accountId)).filter((key) => key.revokedAtMs === null)

  return {
    createAccount: async (name: string, plan: PlanName): Promise<Account> => {
      const account = { id: `acc_${randomText(16)}`, name, plan, createdAtMs: clock.wallMs() }
      await store.saveAccount(account)
      return account
    },

    /** The key itself is in this answer and nowhere else. */
    createKey: async (accountId: string, label: string | null): Promise<{ key: string; record: ApiKey }> => {
      const key = makeKey()
      const record = {
        id: `key_${randomText(16)}`,
        accountId,
        digest: digestOf(key),
        prefix: prefixOf(key),
        label,
        createdAtMs: clock.wallMs(),
        revokedAtMs: null,
      }
      const verdict = await store.saveKey(record, maxLiveKeys)
      if (verdict === 'no_account') throw new OperatorError(`There is no account ${accountId}.`)
      if (verdict === 'too_many')
        throw new OperatorError(`An account has at most ${maxLiveKeys} live keys; revoke one first.`)
      await tell(nowLive(record))
      return { key, record }
    },

    revokeKey: async (keyId: string): Promise<ApiKey> => {
      const key = await store.findKey(keyId)
      if (key === null) throw new OperatorError(`There is no key ${keyId}.`)
      if (!(await store.revokeKey(keyId, clock.wallMs()))) throw new OperatorError(`Key ${keyId} is revoked already.`)
      await tell(ended(key))
      return key
    },

    setPlan: async (accountId: string, plan: PlanName): Promise<Account> => {
      if (!(await store.setPlan(accountId, plan))) throw new OperatorError(`There is no account ${accountId}.`)
      const account = await store.findAccount(accountId)
      if (account === null) throw new OperatorError(`There is no account ${accountId}.`)
      await tell({ kind: 'account_changed', account })
      return account
    },

    /** Returns the keys that were live until now. */
    deleteAccount: async (accountId: string): Promise<readonly ApiKey[]> => {
      const live = await liveKeysOf(accountId)
      if (!(await store.deleteAccount(accountId, clock.wallMs())))
        throw new OperatorError(`There is no account ${accountId}.`)
      for (const key of await store.keysOf(accountId)) await tell(ended(key))
      return live
    },

    allKeys: () => store.allKeys(),
    accounts: () => store.accounts(),
    keysOf: (accountId: string) => store.keysOf(accountId),
  }
}

const nowLive = ({ id, digest }: ApiKey): KeyChanged => ({ kind: 'key_changed', keyId: id, digest, isLive: true })
const ended = ({ id, digest }: ApiKey): KeyChanged => ({ kind: 'key_changed', keyId: id, digest, isLive: false })

export type Keys = ReturnType<typeof createKeys>
