import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, forAdmins, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { planNames } from '../../endpoint/plans.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { ownWords, typed } from '../../endpoint/type-names.js'
import { wireTime } from '../../endpoint/wire-schemas.js'
import type { CreatedInvite, Invite, InviteList } from '../../generated/types.js'
import { optional, plainLine, planInput } from './sign-in-and-account-inputs.js'

const fields = {
  id: z.string(),
  plan: ownWords('PlanName', planNames).meta({ description: 'Plan of the account created with it.' }),
  note: z.string().nullable().meta({ description: 'Name of the invited person.' }),
  created_at: wireTime,
  expires_at: wireTime,
  used_at: wireTime.nullable().meta({ description: 'Null if unused.' }),
}

const inviteSchema: z.ZodType<Invite> = z
  .object(fields)
  .meta({ id: 'Invite', description: 'Link with which one person can register.' })

export const createdInviteSchema: z.ZodType<CreatedInvite> = z
  .object({ ...fields, link: z.string().meta({ description: 'Shown only in this answer.' }) })
  .meta({ id: 'CreatedInvite', description: 'A new invite. The link is shown only in this answer.' })

export const inviteListSchema: z.ZodType<InviteList> = z
  .object({ invites: z.array(inviteSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'InviteList' })

export const exampleInvite: Invite = {
  id: 'inv_Hk2QzX97kQ2m4fT9',
  plan: 'Free',
  note: 'Ann of the desk',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-28T10:00:00.000Z',
  used_at: null,
}

export const exampleCreatedInvite: CreatedInvite = { ...exampleInvite, link: 'https://rates.example.com/join#V3r7c0d3' }

export const toInviteResponse = (
  invite: Omit<DomainOf<Invite>, 'expiresAtMs'> & { readonly endsAtMs: number },
): Invite => toWire(inviteSchema, { ...invite, expiresAtMs: invite.endsAtMs })

const longestDays = 90

const newInvite = {
  plan: {
    schema: typed('LooseEnum<PlanName>', z.enum(planNames))
      .default('Free')
      .meta({ description: 'Plan of the account that is created with the invite.' }),
    expects: planInput.expects,
    words: planNames,
  },
  note: optional(plainLine(200, { description: 'Name of the invited person.', examples: ['Ann of the desk'] })),
  valid_days: {
    schema: z.int().min(1).max(longestDays).default(7).meta({ description: 'Days until the invite expires.' }),
    expects: `a whole number of days from 1 to ${longestDays}`,
  },
}

export const listInvites = defineEndpoint({
  ...forAdmins,
  name: 'admin.invites',
  method: 'GET',
  path: '/admin/invites',
  summary: 'Invites',
  description: 'Returns all invites, newest first. Used and expired invites stay in the list for 30 days.',
  answer: inviteListSchema,
  example: { invites: [exampleInvite] },
  errors: ['storage_unavailable'],
})

export const createInvite = defineEndpoint({
  ...forAdmins,
  name: 'admin.create-invite',
  method: 'POST',
  path: '/admin/invites',
  summary: 'Create an invite',
  description:
    'Creates a link with which one person can register. Only this answer contains the link. If registration is closed, the answer is `registration_closed`.',
  body: newInvite,
  bodyOptional: true,
  status: 201,
  answer: createdInviteSchema,
  example: exampleCreatedInvite,
  errors: ['registration_closed', 'storage_unavailable'],
})

export const deleteInvite = defineEndpoint({
  ...forAdmins,
  name: 'admin.delete-invite',
  method: 'DELETE',
  path: '/admin/invites/{id}',
  summary: 'Revoke an invite',
  description: 'Makes the link of the invite invalid. An account that was created with the link stays.',
  params: { id: id('invite') },
  ...withoutAnswer,
  errors: ['storage_unavailable'],
})
