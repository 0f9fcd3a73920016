import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import { planNames } from '../../endpoint/plans.js'
import { typed } from '../../endpoint/type-names.js'
import { createdInviteSchema, exampleCreatedInvite, exampleInvite, inviteListSchema } from './invite-shape.js'
import { optional, plainLine, planInput } from './sign-in-and-account-inputs.js'

const shared = { root: webPrefix, access: { kind: 'session', isForAdmins: true } } as const
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
  ...shared,
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
  ...shared,
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
  ...shared,
  name: 'admin.delete-invite',
  method: 'DELETE',
  path: '/admin/invites/{id}',
  summary: 'Revoke an invite',
  description: 'Makes the link of the invite invalid. An account that was created with the link stays.',
  params: { id: id('invite') },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['storage_unavailable'],
})
