import type { PlanName } from '@p2p-rates/contract'
import { ApiError } from '../base/errors/api-error.js'
import type { Account, AccountSearch, ListedAccount } from './account-and-key-store.js'
import { type DeletionPorts, deleteAccount, noAccount } from './account-deletion.js'
import type { Manager } from './actor.js'
import { type IssuedLink, issueLink } from './one-time-links.js'
import type { AccountContext } from './open-accounts.js'
import { byManager, byOperator } from './security-events.js'
import { randomText } from './tokens.js'

/** Each change is durable when its promise resolves, and the next request sees it. */
export function createAccountManagement(ports: DeletionPorts) {
  const { store, publishEvent, report, clock } = ports
  return {
    list: store.accounts,
    /** Creates an account without a log-in, which only an operator does. */
    create: async (name: string, plan: PlanName): Promise<Account> => {
      const account = { id: `acc_${randomText(16)}`, name, plan, createdAtMs: clock.wallMs() }
      await store.saveAccount(account)
      report({ event: 'account_made', accountId: account.id, plan, ...byOperator })
      return account
    },
    setPlan: async (manager: Manager, accountId: string, plan: PlanName): Promise<Account> => {
      const account = (await store.setPlan(accountId, plan)) ? await store.findAccount(accountId) : null
      if (account === null) throw noAccount(manager, accountId)
      await publishEvent({ kind: 'account_changed', account })
      report({ event: 'plan_changed', accountId, plan, ...byManager(manager) })
      return account
    },
    delete: (manager: Manager, accountId: string) => deleteAccount(ports, manager, accountId),
  }
}

export function createAdminService(context: AccountContext) {
  const { store, sessions, clock, calendar } = context
  const { accountList } = store
  const month = () => calendar.month(clock.wallMs())

  const find = async (accountId: string): Promise<ListedAccount> => {
    const account = await accountList.find(accountId, month())
    if (account === null) throw noAccount({ kind: 'admin' }, accountId)
    return account
  }

  return {
    list: async ({ limit, ...search }: AccountSearch) => {
      const found = await accountList.page({ ...search, limit: limit + 1 }, month())
      const accounts = found.slice(0, limit)
      return { accounts, next: found.length > limit ? (accounts.at(-1)?.id ?? null) : null }
    },
    find,
    endSessions: async (accountId: string): Promise<void> => sessions.endAll((await find(accountId)).id),
    resetLink: async (accountId: string): Promise<IssuedLink> => {
      const offered = await issueLink(context, 'reset', accountId)
      if (offered === null) throw new ApiError({ code: 'not_found', message: 'This account has no log-in.' })
      return offered
    },
  }
}
