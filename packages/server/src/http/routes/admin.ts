import {
  changePlan,
  createInvite,
  createResetLink,
  deleteAnyAccount,
  deleteInvite,
  endAnySessions,
  featuresOf,
  listAccounts,
  listInvites,
  listPlans,
  listSources,
  planNames,
  toAdminAccountResponse,
  toAdminPlanResponse,
  toConditionResponse,
  toInviteResponse,
  toResetLinkResponse,
  toSourcesResponse,
  type WebEndpointName,
} from '@p2p-rates/contract'
import { adminOf, sessionOf } from '../../accounts/actor.js'
import type { AccountService } from '../../accounts/open-accounts.js'
import { byAdmin } from '../../accounts/security-events.js'
import type { Clock } from '../../base/time/clock.js'
import type { MarketService } from '../../market/market-service.js'
import { done, handle, type ImplementationsOf } from '../route-handler.js'

type InviteEndpointName = Extract<WebEndpointName, `admin.${string}invite${string}`>
type AdminEndpointName = Exclude<Extract<WebEndpointName, `admin.${string}`>, InviteEndpointName>

export function adminEndpoints(deps: {
  readonly accountService: Pick<AccountService, 'adminService' | 'management' | 'plans' | 'report'>
  readonly latest: Pick<MarketService, 'sources' | 'conditions'>
  readonly clock: Clock
}): ImplementationsOf<AdminEndpointName> {
  const { accountService, latest, clock } = deps
  const { adminService, management, plans, report } = accountService
  return {
    'admin.accounts': handle(listAccounts, async ({ query: { q = '', limit, after = null } }) => {
      const { accounts, next } = await adminService.list({ text: q, limit, after })
      return { answer: { accounts: accounts.map(toAdminAccountResponse), next } }
    }),
    'admin.update-account': handle(changePlan, async ({ params, body: { plan }, actor }) => {
      await management.setPlan(adminOf(actor), params.id, plan)
      return { answer: toAdminAccountResponse(await adminService.find(params.id)) }
    }),
    'admin.delete-account': handle(deleteAnyAccount, ({ params, actor }) =>
      done(management.delete(adminOf(actor), params.id)),
    ),
    'admin.end-sessions': handle(endAnySessions, async ({ params, actor }) => {
      await adminService.endSessions(params.id)
      report({ event: 'sessions_ended', accountId: params.id, ...byAdmin(sessionOf(actor)) })
      return { nothing: true }
    }),
    'admin.reset-link': handle(createResetLink, async ({ params, actor }) => {
      const { link, endsAtMs } = await adminService.resetLink(params.id)
      report({ event: 'reset_link_made', accountId: params.id, ...byAdmin(sessionOf(actor)) })
      return { answer: toResetLinkResponse(link, endsAtMs) }
    }),
    'admin.plans': handle(listPlans, () => ({
      answer: { plans: planNames.map((name) => toAdminPlanResponse(name, plans[name], featuresOf(name))) },
    })),
    'admin.sources': handle(listSources, () => ({
      answer: {
        exchanges: latest.conditions().map(toConditionResponse),
        ...toSourcesResponse(latest.sources(), clock.wallMs()),
      },
    })),
  }
}

export const inviteEndpoints = ({ invites, report }: AccountService): ImplementationsOf<InviteEndpointName> => ({
  'admin.invites': handle(listInvites, async () => ({
    answer: { invites: (await invites.list()).map(toInviteResponse) },
  })),
  'admin.create-invite': handle(createInvite, async ({ body: { plan, note = null, valid_days }, actor }) => {
    const { invite, link } = await invites.create({ plan, note, validDays: valid_days })
    report({ event: 'invite_made', inviteId: invite.id, plan, ...byAdmin(sessionOf(actor)) })
    return { answer: { ...toInviteResponse(invite), link } }
  }),
  'admin.delete-invite': handle(deleteInvite, async ({ params, actor }) => {
    await invites.delete(params.id)
    report({ event: 'invite_deleted', inviteId: params.id, ...byAdmin(sessionOf(actor)) })
    return { nothing: true }
  }),
})
