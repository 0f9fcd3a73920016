import {
  changePlan,
  createResetLink,
  deleteAnyAccount,
  endAnySessions,
  featuresOf,
  listAccounts,
  listPlans,
  listSources,
  planNames,
  presentAdminAccount,
  presentAdminPlan,
  presentCondition,
  presentResetLink,
  presentSources,
} from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { sessionOf } from '../accounts/actor.js'
import { byAdmin } from '../accounts/security-event.js'
import { type ImplementationsOf, implement } from '../http/implement.js'
import type { MarketRoom } from '../market/market-room.js'
import type { Clock } from '../time/clock.js'

type AdminEndpointName =
  | 'admin.accounts'
  | 'admin.update-account'
  | 'admin.delete-account'
  | 'admin.end-sessions'
  | 'admin.reset-link'
  | 'admin.plans'
  | 'admin.sources'

/** What admins see and do on pages of the server. */
export function adminEndpoints(rooms: {
  readonly people: Pick<AccountRoom, 'adminDesk' | 'plans' | 'report'>
  readonly latest: Pick<MarketRoom, 'sources' | 'conditions'>
  readonly clock: Clock
}): ImplementationsOf<AdminEndpointName> {
  const { people, latest, clock } = rooms
  const { adminDesk, plans, report } = people
  return {
    'admin.accounts': implement(listAccounts, async ({ query: { q = '', limit, after = null } }) => {
      const { accounts, next } = await adminDesk.list({ text: q, limit, after })
      return { answer: { accounts: accounts.map(presentAdminAccount), next } }
    }),
    'admin.update-account': implement(changePlan, async ({ params, body: { plan }, actor }) => {
      const account = await adminDesk.setPlan(params.id, plan)
      report({ event: 'plan_changed', accountId: account.id, plan, ...byAdmin(sessionOf(actor)) })
      return { answer: presentAdminAccount(account) }
    }),
    'admin.delete-account': implement(deleteAnyAccount, async ({ params, actor }) => {
      await adminDesk.delete(params.id)
      report({ event: 'account_deleted', accountId: params.id, ...byAdmin(sessionOf(actor)) })
      return { nothing: true }
    }),
    'admin.end-sessions': implement(endAnySessions, async ({ params, actor }) => {
      await adminDesk.endSessions(params.id)
      report({ event: 'sessions_ended', accountId: params.id, ...byAdmin(sessionOf(actor)) })
      return { nothing: true }
    }),
    'admin.reset-link': implement(createResetLink, async ({ params, actor }) => {
      const { link, endsAtMs } = await adminDesk.resetLink(params.id)
      report({ event: 'reset_link_made', accountId: params.id, ...byAdmin(sessionOf(actor)) })
      return { answer: presentResetLink(link, endsAtMs) }
    }),
    'admin.plans': implement(listPlans, () => ({
      answer: { plans: planNames.map((name) => presentAdminPlan(name, plans[name], featuresOf(name))) },
    })),
    'admin.sources': implement(listSources, () => ({
      answer: {
        exchanges: latest.conditions().map(presentCondition),
        ...presentSources(latest.sources(), clock.wallMs()),
      },
    })),
  }
}
