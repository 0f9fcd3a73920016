import { createInvite, deleteInvite, listInvites, toInviteResponse } from '@p2p-rates/contract'
import type { AccountService } from '../../accounts/account-service.js'
import { sessionOf } from '../../accounts/actor.js'
import { byAdmin } from '../../accounts/security-event.js'
import { handle, type ImplementationsOf } from '../route-handler.js'

type InviteEndpointName = 'admin.invites' | 'admin.create-invite' | 'admin.delete-invite'

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
