import type { PlanName } from '@p2p-rates/contract'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { Account, ApiKey } from './account-and-api-key.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import { keyEnded, keyMade, type PublishAccountEvent } from './account-events.js'
import { randomText } from './api-key-format.js'
import { maxLiveKeys, type NewKey, newKey } from './new-key.js'

/**
 * Account and key management for operators. Each change is durable when its promise resolves, and the next request sees
 * it.
 */
export function createAccountAndKeyManagement(ports: {
  store: AccountAndKeyStore
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { store, publishEvent, clock } = ports

  return {
    createAccount: async (name: string, plan: PlanName): Promise<Account> => {
      const account = { id: `acc_${randomText(16)}`, name, plan, createdAtMs: clock.wallMs() }
      await store.saveAccount(account)
      return account
    },

    createKey: async (accountId: string, label: string | null): Promise<NewKey> => {
      const made = newKey(accountId, label, clock.wallMs())
      const verdict = await store.saveKey(made.record, maxLiveKeys)
      if (verdict === 'no_account') throw new OperatorError(`There is no account ${accountId}.`)
      if (verdict === 'too_many')
        throw new OperatorError(`An account has at most ${maxLiveKeys} live keys; revoke one first.`)
      await publishEvent(keyMade(made.record))
      return made
    },

    revokeKey: async (keyId: string): Promise<ApiKey> => {
      const key = await store.findKey(keyId)
      if (key === null) throw new OperatorError(`There is no key ${keyId}.`)
      if (!(await store.revokeKey(keyId, clock.wallMs()))) throw new OperatorError(`Key ${keyId} is revoked already.`)
      await publishEvent(keyEnded(key))
      return key
    },

    setPlan: async (accountId: string, plan: PlanName): Promise<Account> => {
      if (!(await store.setPlan(accountId, plan))) throw new OperatorError(`There is no account ${accountId}.`)
      const account = await store.findAccount(accountId)
      if (account === null) throw new OperatorError(`There is no account ${accountId}.`)
      await publishEvent({ kind: 'account_changed', account })
      return account
    },

    allKeys: () => store.allKeys(),
    accounts: () => store.accounts(),
    keysOf: (accountId: string) => store.keysOf(accountId),
  }
}

export type AccountAndKeyManagement = ReturnType<typeof createAccountAndKeyManagement>
