import {
  changePlan,
  createResetLink,
  deleteAnyAccount,
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
import { type ImplementationsOf, implement } from '../http/implement.js'
import type { MarketRoom } from '../market/market-room.js'
import type { Clock } from '../time/clock.js'

type AdminEndpointName =
  | 'admin.accounts'
  | 'admin.update-account'
  | 'admin.delete-account'
  | 'admin.reset-link'
  | 'admin.plans'
  | 'admin.sources'

/** What admins see and do on pages of the server. */
export function adminEndpoints(rooms: {
  readonly people: Pick<AccountRoom, 'adminDesk' | 'plans'>
  readonly latest: Pick<MarketRoom, 'sources' | 'conditions'>
  readonly clock: Clock
}): ImplementationsOf<AdminEndpointName> {
  const { people, latest, clock } = rooms
  const { adminDesk, plans } = people
  return {
    'admin.accounts': implement(listAccounts, async ({ query: { q = '', limit, after = null } }) => {
      const { accounts, next } = await adminDesk.list({ text: q, limit, after })
      return { answer: { accounts: accounts.map(presentAdminAccount), next } }
    }),
    'admin.update-account': implement(changePlan, async ({ params, body }) => ({
      answer: presentAdminAccount(await adminDesk.setPlan(params.id, body.plan)),
    })),
    'admin.delete-account': implement(deleteAnyAccount, async ({ params }) => {
      await adminDesk.delete(params.id)
      return { nothing: true }
    }),
    'admin.reset-link': implement(createResetLink, async ({ params }) => {
      const { link, endsAtMs } = await adminDesk.resetLink(params.id)
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
