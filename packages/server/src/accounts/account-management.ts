import type { PlanName } from '@p2p-rates/contract'
import { lastAdmin } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { noSession } from '../base/errors/authentication-errors.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type {
  Account,
  AccountAndKeyStore,
  AccountList,
  AccountSearch,
  ApiKey,
  ListedAccount,
} from './account-and-key-store.js'
import type { AccountDeletion } from './account-deletion.js'
import { keyEnded, keyMade, type PublishAccountEvent } from './account-events.js'
import type { OneTimeLinkStore } from './login-stores.js'
import { type IssuedLink, issueResetLink } from './one-time-links.js'
import type { Sessions } from './sessions.js'
import { maxLiveKeys, type NewKey, newKey, randomText } from './tokens.js'

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

export function createAdminService(ports: {
  store: {
    accountList: AccountList
    keys: Pick<AccountAndKeyStore, 'setPlan'>
    links: Pick<OneTimeLinkStore, 'save'>
  }
  deletion: AccountDeletion
  sessions: Pick<Sessions, 'endAll'>
  publicUrl: () => string
  publishEvent: PublishAccountEvent
  clock: Clock
  calendar: Calendar
}) {
  const { store, deletion, sessions, publicUrl, publishEvent, clock, calendar } = ports
  const { accountList, keys, links } = store
  const month = () => calendar.month(clock.wallMs())

  const find = async (accountId: string): Promise<ListedAccount> => {
    const account = await accountList.find(accountId, month())
    if (account === null) throw notFound('There is no such account.')
    return account
  }

  return {
    list: async ({ limit, ...search }: AccountSearch) => {
      const found = await accountList.page({ ...search, limit: limit + 1 }, month())
      const accounts = found.slice(0, limit)
      return { accounts, next: found.length > limit ? (accounts.at(-1)?.id ?? null) : null }
    },
    setPlan: async (accountId: string, plan: PlanName): Promise<ListedAccount> => {
      const { id, name, createdAtMs } = await find(accountId)
      if (!(await keys.setPlan(id, plan))) throw notFound('There is no such account.')
      await publishEvent({ kind: 'account_changed', account: { id, name, plan, createdAtMs } })
      return find(accountId)
    },
    delete: async (accountId: string): Promise<void> => {
      const verdict = await deletion.deleteUnlessLastAdmin(accountId)
      if (verdict === 'last_admin') throw lastAdmin()
      if (verdict === 'no_account') throw notFound('There is no such account.')
    },
    endSessions: async (accountId: string): Promise<void> => sessions.endAll((await find(accountId)).id),
    resetLink: async (accountId: string): Promise<IssuedLink> => {
      const offered = await issueResetLink({ links, publicUrl, clock }, accountId)
      if (offered === null) throw notFound('This account has no log-in.')
      return offered
    },
  }
}

const notFound = (message: string) => new ApiError({ code: 'not_found', message })
