import { z } from 'zod'
import { defineEndpoint, forUsers } from '../../endpoint/define-endpoint.js'
import type { PlanRequested } from '../../generated/types.js'
import { optional, plainLine, planInput } from './sign-in-and-account-inputs.js'

const answer: z.ZodType<PlanRequested> = z
  .object({
    told: z.boolean().meta({ description: 'True if the operator was notified.' }),
    contact: z.string().nullable().meta({ description: 'E-mail address of the operator.' }),
  })
  .meta({ id: 'PlanRequested' })

export const requestPlan = defineEndpoint({
  ...forUsers,
  name: 'plan-requests.create',
  method: 'POST',
  path: '/plan-requests',
  summary: 'Ask for another plan',
  description:
    'Sends the request to the operator, if the operator has set a way to receive such requests. If `told` is false, write to `contact`. If `told` is false and `contact` is null, users of this server cannot ask for another plan. An account can send at most 3 requests an hour.',
  body: {
    plan: planInput,
    note: optional(plainLine(500, { description: 'Reason, for the operator.', examples: ['We need the history.'] })),
  },
  answer,
  example: { told: true, contact: 'plans@example.com' },
})
