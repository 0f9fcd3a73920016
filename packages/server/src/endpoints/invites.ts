import { createInvite, deleteInvite, listInvites, presentInvite } from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

type InviteEndpointName = 'admin.invites' | 'admin.create-invite' | 'admin.delete-invite'

/** Whom admins let in. */
export const inviteEndpoints = ({ invites }: AccountRoom): ImplementationsOf<InviteEndpointName> => ({
  'admin.invites': implement(listInvites, async () => ({
    answer: { invites: (await invites.list()).map(presentInvite) },
  })),
  'admin.create-invite': implement(createInvite, async ({ body: { plan, note = null, valid_days } }) => {
    const { invite, link } = await invites.create({ plan, note, validDays: valid_days })
    return { answer: { ...presentInvite(invite), link } }
  }),
  'admin.delete-invite': implement(deleteInvite, async ({ params }) => {
    await invites.delete(params.id)
    return { nothing: true }
  }),
})
