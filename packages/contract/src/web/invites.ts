import { z } from 'zod'
import { id } from '../common-inputs.js'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { InputsOf } from '../input.js'
import { planNames } from '../plans.js'
import {
  createdInviteSchema,
  exampleCreatedInvite,
  exampleInvite,
  inviteListSchema,
  type NewInvite,
} from './invite-shape.js'
import { optional, plainLine, planInput } from './person-inputs.js'

const shared = { root: webPrefix, access: { kind: 'session', isForAdmins: true } } as const
const longestDays = 90

const newInvite = {
  plan: {
    schema: z.enum(planNames).default('Free').meta({ description: 'The plan of who takes it.' }),
    expects: planInput.expects,
    words: planNames,
  },
  note: optional(plainLine(200, { description: 'For whom it is.', examples: ['Ann of the desk'] })),
  valid_days: {
    schema: z.int().min(1).max(longestDays).default(7).meta({ description: 'How long it can be taken.' }),
    expects: `a whole number of days from 1 to ${longestDays}`,
  },
} satisfies InputsOf<NewInvite>

export const listInvites = defineEndpoint({
  ...shared,
  name: 'admin.invites',
  method: 'GET',
  path: '/admin/invites',
  summary: 'Invites',
  description: 'The newest first. Those that ended stay listed for 30 days.',
  answer: inviteListSchema,
  example: { invites: [exampleInvite] },
  errors: ['storage_unavailable'],
})

export const createInvite = defineEndpoint({
  ...shared,
  name: 'admin.create-invite',
  method: 'POST',
  path: '/admin/invites',
  summary: 'Invite somebody',
  description:
    'Makes a link by which one person registers. It is in this answer and nowhere else. Where registration is closed nobody could take it, and none is made.',
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
  summary: 'Take an invite back',
  description: 'Nobody can take it from now on. Who has taken it stays.',
  params: { id: id('invite') },
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['storage_unavailable'],
})
