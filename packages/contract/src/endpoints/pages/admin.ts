import type { FaultKind } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { id, wholeNumber } from '../../endpoint/common-inputs.js'
import { defineEndpoint, forAdmins, withoutAnswer } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { type PlanLimits, planNames } from '../../endpoint/plans.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { coreWords, ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireExchange, wireTime } from '../../endpoint/wire-schemas.js'
import type {
  AdminAccount,
  AdminAccountList,
  AdminPlan,
  AdminPlanList,
  AdminSources,
  ConditionState,
  ExchangeCondition,
  PlanName,
  ResetLink,
} from '../../generated/types.js'
import { sources, sourcesSchema } from '../service/sources.js'
import { planInput } from './sign-in-and-account-inputs.js'

const conditionStates = ['asked', 'left_alone', 'probing'] as const

export const adminAccountSchema: z.ZodType<AdminAccount> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Null for an account without log-in, created for its keys only.' }),
    is_admin: z.boolean(),
    plan: ownWords('PlanName', planNames),
    created_at: wireTime,
    live_keys: wireCount,
    used_this_month: wireCount,
    last_seen_at: wireTime.nullable().meta({
      description: 'Last use of a key or a session, updated once a day; null if never.',
    }),
  })
  .meta({ id: 'AdminAccount', description: 'An account as admins see it.' })

export const adminAccountListSchema: z.ZodType<AdminAccountList> = z
  .object({
    accounts: z.array(adminAccountSchema).meta({ description: 'Newest first.' }),
    next: z.string().nullable().meta({ description: 'Value of `after` for the next page; null on the last page.' }),
  })
  .meta({ id: 'AdminAccountList' })

const adminPlanSchema: z.ZodType<AdminPlan> = z
  .object({
    name: ownWords('PlanName', planNames),
    monthly_quota: wireCount,
    requests_per_minute: wireCount,
    orderbook_rows: wireCount,
    history_hours: wireCount,
    webhooks: wireCount,
    streams: wireCount,
    features: z.array(z.string()).meta({ description: 'Names of the endpoints that the plan includes, sorted.' }),
  })
  .meta({ id: 'AdminPlan', description: 'Limits of a plan, as this operator has set them.' })

export const adminPlanListSchema: z.ZodType<AdminPlanList> = z
  .object({
    plans: z.array(adminPlanSchema),
  })
  .meta({ id: 'AdminPlanList' })

export const exchangeConditionSchema: z.ZodType<ExchangeCondition> = z
  .object({
    exchange: wireExchange,
    state: ownWords('ConditionState', conditionStates).meta({
      description:
        'asked: normal requests. left_alone: no requests until `next_attempt_at`. probing: one request tests whether the exchange answers again.',
    }),
    cause: coreWords('FaultKind', faultKinds).nullable().meta({ description: 'Fault that caused the last pause.' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'Description of the fault; null if the fault happened before the server started.' }),
    times: wireCount.meta({ description: 'Number of consecutive pauses.' }),
    next_attempt_at: wireTime.nullable().meta({ description: 'Time of the next request.' }),
    pace: z.number().min(0).max(1).meta({ description: 'Pace of the requests; 1 is the usual pace.' }),
  })
  .meta({ id: 'ExchangeCondition', description: 'State of the requests to an exchange.' })

export const resetLinkSchema: z.ZodType<ResetLink> = z
  .object({ link: z.string().meta({ description: 'Shown only in this answer.' }), expires_at: wireTime })
  .meta({ id: 'ResetLink', description: 'Single-use link with which the holder of the account sets a new password.' })

export const exampleAdminAccount: AdminAccount = {
  id: 'acc_7Hk2QzX94fT9kQ2m',
  name: 'Ann',
  email: 'ann@example.com',
  is_admin: false,
  plan: 'Free',
  created_at: '2026-11-21T10:00:00.000Z',
  live_keys: 2,
  used_this_month: 120,
  last_seen_at: '2026-11-21T10:05:00.000Z',
}

export const examplePlan: AdminPlan = {
  name: 'Free',
  monthly_quota: 5_000,
  requests_per_minute: 10,
  orderbook_rows: 10,
  history_hours: 0,
  webhooks: 0,
  streams: 0,
  features: ['markets', 'rates'],
}

export const exampleCondition: ExchangeCondition = {
  exchange: 'bybit',
  state: 'left_alone',
  cause: 'blocked',
  message: 'HTTP 403',
  times: 2,
  next_attempt_at: '2026-11-21T10:20:00.000Z',
  pace: 1,
}

export const toAdminAccountResponse = (account: DomainOf<AdminAccount>): AdminAccount =>
  toWire(adminAccountSchema, account)

export const toAdminPlanResponse = (name: PlanName, limits: PlanLimits, features: readonly string[]): AdminPlan =>
  toWire(adminPlanSchema, { name, ...limits, features })

export type ConditionInput = Omit<ExchangeCondition, 'next_attempt_at' | 'state' | 'cause'> & {
  readonly state: ConditionState
  readonly cause: FaultKind | null
  readonly untilMs: number | null
}

export const toConditionResponse = ({ untilMs, ...condition }: ConditionInput): ExchangeCondition => ({
  ...condition,
  next_attempt_at: untilMs === null ? null : isoTime(untilMs),
})

export const toResetLinkResponse = (link: string, endsAtMs: number): ResetLink => ({
  link,
  expires_at: isoTime(endsAtMs),
})

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
  ...forAdmins,
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
  ...forAdmins,
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
  ...forAdmins,
  ...ofAccount,
  name: 'admin.delete-account',
  method: 'DELETE',
  path: '/admin/accounts/{id}',
  summary: 'Delete an account',
  description:
    'Deletes the account and its webhooks, revokes its keys, and ends its sessions. The counted usage stays stored. If the account is the only admin, the answer is `last_admin`.',
  ...withoutAnswer,
  errors: ['last_admin', ...errors],
})

export const endAnySessions = defineEndpoint({
  ...forAdmins,
  ...ofAccount,
  name: 'admin.end-sessions',
  method: 'DELETE',
  path: '/admin/accounts/{id}/sessions',
  summary: 'End the sessions of an account',
  description: 'Ends all sessions of the account, so the user must log in again. The keys stay valid.',
  ...withoutAnswer,
  errors,
})

export const createResetLink = defineEndpoint({
  ...forAdmins,
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
  ...forAdmins,
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
  ...forAdmins,
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
