import type { PlanName, RegistrationMode } from '@p2p-rates/contract'
import { registrationClosed } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import type { Clock } from '../base/time/clock.js'
import { randomText } from './api-key-format.js'
import type { Invite } from './invite.js'
import type { InviteStore } from './invite-store.js'
import { linkDigestOf, linkTo, makeLinkToken } from './one-time-link.js'

const dayMs = 86_400_000

/** Invites for admins. The store keeps only a digest of each link. */
export function createInvites(ports: {
  mode: RegistrationMode
  invites: InviteStore
  publicUrl: () => string
  clock: Clock
}) {
  const { mode, invites, publicUrl, clock } = ports
  return {
    list: () => invites.all(),
    create: async (wish: { plan: PlanName; note: string | null; validDays: number }) => {
      if (mode === 'closed') throw registrationClosed('Invites cannot be used while P2P_REGISTRATION is closed.')
      const { plan, note, validDays } = wish
      const token = makeLinkToken()
      const createdAtMs = clock.wallMs()
      const invite: Invite = {
        id: `inv_${randomText(16)}`,
        digest: linkDigestOf(token),
        plan,
        note,
        createdAtMs,
        endsAtMs: createdAtMs + validDays * dayMs,
        usedAtMs: null,
      }
      await invites.save(invite)
      return { invite, link: linkTo('join', token, publicUrl()) }
    },
    delete: async (id: string): Promise<void> => {
      if (!(await invites.delete(id))) throw new ApiError({ code: 'not_found', message: 'There is no such invite.' })
    },
  }
}
