import type { PlanName } from '@p2p-rates/contract'
import { lastAdmin } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { Account, AccountAndKeyStore, AccountSearch, ApiKey, ListedAccount } from './account-and-key-store.js'
import { keyChanged, type PublishAccountEvent } from './account-events.js'
import type { Manager } from './actor.js'
import type { EndedAccess } from './login-stores.js'
import { type IssuedLink, issueLink } from './one-time-links.js'
import type { AccountBase, AccountContext } from './open-accounts.js'
import { byManager, byOperator, type ReportSecurityEvent } from './security-events.js'
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

export type AccessCounts = { readonly keys: number; readonly webhooks: number; readonly inboxes: number }

/** Webhooks and inboxes of accounts, which other rooms look after. */
export type AlertReceivers = {
  count(accountId: string): Promise<Omit<AccessCounts, 'keys'>>
  forget(accountId: string, webhookId: string): Promise<void>
}

/** Keys, webhooks and inboxes of an account taken together: an intruder may have left one of them behind. */
export function createAccessRevocation(
  { store: { keys, logins }, publishEvent, clock }: AccountBase,
  receivers: AlertReceivers,
) {
  const publishEnded = async (accountId: string, { keyIds, webhookIds }: EndedAccess): Promise<void> => {
    for (const key of await keys.keysOf(accountId))
      if (keyIds.includes(key.id)) await publishEvent(keyChanged(key, false))
    for (const id of webhookIds) await receivers.forget(accountId, id)
  }

  return {
    follow: publishEnded,
    countAccess: async (accountId: string): Promise<AccessCounts> => ({
      keys: (await keys.keysOf(accountId)).filter(({ revokedAtMs }) => revokedAtMs === null).length,
      ...(await receivers.count(accountId)),
    }),
    endAccess: async (accountId: string): Promise<void> =>
      publishEnded(accountId, await logins.endAccess(accountId, clock.wallMs())),
  }
}

export type AccessRevocation = ReturnType<typeof createAccessRevocation>

/** The webhooks that this server holds in memory. */
export type HeldWebhooks = {
  idsOf(accountId: string): Promise<readonly string[]>
  forget(accountId: string, webhookId: string): Promise<void>
}

export type DeletionPorts = {
  readonly store: AccountAndKeyStore
  readonly webhooks: HeldWebhooks
  readonly publishEvent: PublishAccountEvent
  readonly report: ReportSecurityEvent
  readonly clock: Clock
}

/** Deletes an account for its owner, an admin or the operator, who alone may delete the last admin's. Returns the keys that ended. */
async function deleteAccount(
  { store, webhooks, publishEvent, report, clock }: DeletionPorts,
  manager: Manager,
  accountId: string,
): Promise<readonly ApiKey[]> {
  const webhookIds = await webhooks.idsOf(accountId)
  const live = (await store.keysOf(accountId)).filter((key) => key.revokedAtMs === null)
  const verdict = await deleteInStore(store, manager, accountId, clock.wallMs())
  if (verdict === 'last_admin') throw lastAdmin()
  if (verdict === 'deleted') {
    for (const key of await store.keysOf(accountId)) await publishEvent(keyChanged(key, false))
    await publishEvent({ kind: 'sessions_ended', accountId, sessionId: null })
    for (const id of webhookIds) await webhooks.forget(accountId, id)
  }
  // An owner's second request finds the account deleted, as it wished.
  else if (manager.kind !== 'owner') throw noAccount(manager, accountId)
  report({ event: 'account_deleted', accountId, ...byManager(manager) })
  return live
}

async function deleteInStore(store: AccountAndKeyStore, manager: Manager, accountId: string, nowMs: number) {
  if (manager.kind !== 'operator') return store.deleteUnlessLastAdmin(accountId, nowMs)
  return (await store.deleteAccount(accountId, nowMs)) ? 'deleted' : 'no_account'
}

const noAccount = ({ kind }: Pick<Manager, 'kind'>, accountId: string): Error =>
  kind === 'operator'
    ? new OperatorError(`There is no account ${accountId}.`)
    : new ApiError({ code: 'not_found', message: 'There is no such account.' })
