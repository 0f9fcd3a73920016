import { z } from 'zod'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import { type PlanLimits, planNames } from '../../endpoint/plans.js'
import { toWire } from '../../endpoint/to-wire.js'
import { ownWords } from '../../endpoint/type-names.js'
import { wireCount } from '../../endpoint/wire-schemas.js'
import type { PlanName, Usage } from '../../generated/types.js'

const answer: z.ZodType<Usage> = z
  .object({
    key_prefix: z.string().meta({ description: 'The first characters of the key this request was made with.' }),
    plan: ownWords('PlanName', planNames),
    monthly_quota: wireCount.meta({ description: 'Requests per calendar month (UTC).' }),
    used_this_month: wireCount.meta({ description: 'Requests counted in this month, over all keys of the account.' }),
    requests_per_minute: wireCount.meta({ description: 'Requests in any 60 seconds.' }),
  })
  .meta({ id: 'Usage', description: 'Plan of the caller and its usage this month.' })

export const toUsageResponse = (keyPrefix: string, plan: PlanName, limits: PlanLimits, usedThisMonth: number): Usage =>
  toWire(answer, { keyPrefix, plan, ...limits, usedThisMonth })

export const me = defineEndpoint({
  name: 'me',
  method: 'GET',
  path: '/me',
  access: { kind: 'key', plan: 'Free' },
  summary: 'Your plan and usage',
  description: 'Returns plan, limits and usage of the current month. Answers even when the monthly quota is used up.',
  answer,
  example: {
    key_prefix: 'p2p_7Hk2QzX9',
    plan: 'Pro',
    monthly_quota: 2_000_000,
    used_this_month: 1_234,
    requests_per_minute: 300,
  },
  quotaFree: true,
})
