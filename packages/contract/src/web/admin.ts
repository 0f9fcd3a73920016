import { z } from 'zod'
import { id, wholeNumber } from '../common-inputs.js'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { Input, InputsOf } from '../input.js'
import { sources, sourcesSchema } from '../sources.js'
import {
  type AdminAccountsQuery,
  type AdminSources,
  adminAccountListSchema,
  adminAccountSchema,
  adminPlanListSchema,
  exampleAdminAccount,
  exampleCondition,
  examplePlan,
  exchangeConditionSchema,
  resetLinkSchema,
} from './admin-shape.js'
import { planInput } from './sign-in-and-account-inputs.js'

const shared = { root: webPrefix, access: { kind: 'session', isForAdmins: true } } as const
const errors = ['storage_unavailable'] as const
const ofAccount = { params: { id: id('account') } } as const

const mostAccounts = 100
const longestSearch = 100

const q: Input<string | undefined> = {
  schema: z
    .string()
    .max(longestSearch)
    .optional()
    .meta({ description: 'Part of the id, the name or the e-mail address, in any case.', examples: ['ann'] }),
  expects: `at most ${longestSearch} characters`,
}

export const listAccounts = defineEndpoint({
  ...shared,
  name: 'admin.accounts',
  method: 'GET',
  path: '/admin/accounts',
  summary: 'Accounts',
  description: 'Newest first. `after` returns the next page.',
  query: {
    q,
    limit: {
      ...wholeNumber(50, `Number of accounts. More than ${mostAccounts} is lowered to ${mostAccounts}.`),
      cap: () => mostAccounts,
    },
    after: {
      schema: z.string().min(1).max(64).optional().meta({ description: 'Value of `next` in the previous page.' }),
      expects: 'the `next` of the list before',
    },
  } satisfies InputsOf<AdminAccountsQuery>,
  answer: adminAccountListSchema,
  example: { accounts: [exampleAdminAccount], next: null },
  errors,
})

export const changePlan = defineEndpoint({
  ...shared,
  ...ofAccount,
  name: 'admin.update-account',
  method: 'PATCH',
  path: '/admin/accounts/{id}',
  summary: 'Change the plan of an account',
  description: 'Takes effect with the next request. Open streams close, so that clients reconnect under the new plan.',
  body: { plan: planInput },
  answer: adminAccountSchema,
  example: exampleAdminAccount,
  errors,
})

export const deleteAnyAccount = defineEndpoint({
  ...shared,
  ...ofAccount,
  name: 'admin.delete-account',
  method: 'DELETE',
  path: '/admin/accounts/{id}',
  summary: 'Delete an account',
  description:
    'Revokes its keys, deletes its webhooks and ends its sessions. Counted usage stays. The only admin cannot be deleted.',
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: ['last_admin', ...errors],
})

export const endAnySessions = defineEndpoint({
  ...shared,
  ...ofAccount,
  name: 'admin.end-sessions',
  method: 'DELETE',
  path: '/admin/accounts/{id}/sessions',
  summary: 'End the sessions of an account',
  description: 'The holder must log in again. Keys stay valid.',
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors,
})

export const createResetLink = defineEndpoint({
  ...shared,
  ...ofAccount,
  name: 'admin.reset-link',
  method: 'POST',
  path: '/admin/accounts/{id}/reset-link',
  summary: 'Create a password reset link',
  description:
    'Creates a single-use link, valid for 1 hour, for a holder who forgot the password. The link is shown only in this answer.',
  status: 201,
  answer: resetLinkSchema,
  example: { link: 'https://rates.example.com/reset#V3r7c0d3', expires_at: '2026-11-21T11:00:00.000Z' },
  errors,
})

export const listPlans = defineEndpoint({
  ...shared,
  name: 'admin.plans',
  method: 'GET',
  path: '/admin/plans',
  summary: 'Plans',
  description: 'Limits of each plan, as `P2P_PLANS` sets them. The lowest plan comes first.',
  answer: adminPlanListSchema,
  example: { plans: [examplePlan] },
})

const adminSources: z.ZodType<AdminSources> = z
  .object({
    exchanges: z.array(exchangeConditionSchema).meta({ description: 'State of the requests to each exchange.' }),
    sources: sourcesSchema,
  })
  .meta({ id: 'AdminSources' })

export const listSources = defineEndpoint({
  ...shared,
  name: 'admin.sources',
  method: 'GET',
  path: '/admin/sources',
  summary: 'State of each exchange for admins',
  description: 'Returns `sources`, and for each exchange whether requests are paused, why and until when.',
  answer: adminSources,
  example: { exchanges: [exampleCondition], sources: sources.example.sources },
  carriesPrices: true,
})
