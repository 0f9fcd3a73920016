import type { PlanName } from '@p2p-rates/contract'
import { lastAdmin } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import type { AccountDeletion } from './account-deletion.js'
import type { PublishAccountEvent } from './account-events.js'
import type { AccountList, AccountSearch, ListedAccount } from './account-list.js'
import type { OneTimeLinkStore } from './one-time-link-store.js'
import { type IssuedLink, issueResetLink } from './password-resets.js'
import type { Sessions } from './sessions.js'

export function createAdminService(ports: {
  accountList: AccountList
  keys: Pick<AccountAndKeyStore, 'setPlan'>
  links: Pick<OneTimeLinkStore, 'save'>
  deletion: AccountDeletion
  sessions: Pick<Sessions, 'endAll'>
  publicUrl: () => string
  publishEvent: PublishAccountEvent
  clock: Clock
  calendar: Calendar
}) {
  const { accountList, keys, deletion, sessions, publishEvent, clock, calendar } = ports
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
      const offered = await issueResetLink(ports, accountId)
      if (offered === null) throw notFound('This account has no log-in.')
      return offered
    },
  }
}

const notFound = (message: string) => new ApiError({ code: 'not_found', message })
