import { createInvite, deleteInvite, listInvites, presentInvite } from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { sessionOf } from '../accounts/actor.js'
import { byAdmin } from '../accounts/security-event.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

type InviteEndpointName = 'admin.invites' | 'admin.create-invite' | 'admin.delete-invite'

/** Whom admins let in. */
export const inviteEndpoints = ({ invites, report }: AccountRoom): ImplementationsOf<InviteEndpointName> => ({
  'admin.invites': implement(listInvites, async () => ({
    answer: { invites: (await invites.list()).map(presentInvite) },
  })),
  'admin.create-invite': implement(createInvite, async ({ body: { plan, note = null, valid_days }, actor }) => {
    const { invite, link } = await invites.create({ plan, note, validDays: valid_days })
    report({ event: 'invite_made', inviteId: invite.id, plan, ...byAdmin(sessionOf(actor)) })
    return { answer: { ...presentInvite(invite), link } }
  }),
  'admin.delete-invite': implement(deleteInvite, async ({ params, actor }) => {
    await invites.delete(params.id)
    report({ event: 'invite_deleted', inviteId: params.id, ...byAdmin(sessionOf(actor)) })
    return { nothing: true }
  }),
})
