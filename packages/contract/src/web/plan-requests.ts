import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { InputsOf } from '../input.js'
import { optional, plainLine, planInput } from './person-inputs.js'
import type { NewPlanRequest, PlanRequested } from './person-shape.js'

const answer: z.ZodType<PlanRequested> = z
  .object({
    told: z.boolean().meta({ description: 'The operator has been told.' }),
    contact: z.string().nullable().meta({ description: 'An e-mail address to write to.' }),
  })
  .meta({ id: 'PlanRequested' })

export const requestPlan = defineEndpoint({
  name: 'plan-requests.create',
  method: 'POST',
  root: webPrefix,
  path: '/plan-requests',
  access: { kind: 'session' },
  summary: 'Ask for another plan',
  description:
    'Tells the operator, where they have set how; else `contact` is whom to write to. Where it is null as well, this server changes no plans on request. Three an hour.',
  body: {
    plan: planInput,
    note: optional(plainLine(500, { description: 'Why, for the operator.', examples: ['We need the history.'] })),
  } satisfies InputsOf<NewPlanRequest>,
  answer,
  example: { told: true, contact: 'plans@example.com' },
})
