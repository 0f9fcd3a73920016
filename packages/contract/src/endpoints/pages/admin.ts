import { z } from 'zod'
import { id, wholeNumber } from '../../endpoint/common-inputs.js'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import type { AdminSources } from '../../generated/types.js'

import { sources, sourcesSchema } from '../service/sources.js'
import {
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
  description: 'Returns all accounts, newest first. To get the next page, set `after` to the `next` of this page.',
  inputType: 'AdminAccountsQuery',
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
  },
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
  description:
    'Changes the plan, starting with the next request of the account. The server closes open streams, so that clients reconnect under the new plan.',
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
    'Deletes the account and its webhooks, revokes its keys, and ends its sessions. The counted usage stays stored. If the account is the only admin, the answer is `last_admin`.',
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
  description: 'Ends all sessions of the account, so the user must log in again. The keys stay valid.',
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
    'Creates a link with which a user who forgot the password can set a new password. The link works once, within 1 hour. Only this answer contains the link.',
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
  description:
    'Returns the limits of each plan, which the operator can change with `P2P_PLANS`. The lowest plan comes first.',
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
  description:
    'Returns the same `sources` as the endpoint `sources`. For each exchange, the answer also says whether the server pauses its requests, why, and until when.',
  answer: adminSources,
  example: { exchanges: [exampleCondition], sources: sources.example.sources },
  carriesPrices: true,
})
