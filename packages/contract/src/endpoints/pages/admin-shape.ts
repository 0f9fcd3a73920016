import { type FaultKind, faultKinds } from '@p2p-rates/core'
import { z } from 'zod'
import { type PlanLimits, planNames } from '../../endpoint/plans.js'
import { coreWords, ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireExchange, wireTime } from '../../endpoint/wire-schemas.js'
import type {
  AdminAccount,
  AdminAccountList,
  AdminPlan,
  AdminPlanList,
  ConditionState,
  ExchangeCondition,
  PlanName,
  ResetLink,
} from '../../generated/types.js'

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

export const adminPlanListSchema: z.ZodType<AdminPlanList> = z
  .object({
    plans: z.array(
      z
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
        .meta({ id: 'AdminPlan', description: 'Limits of a plan, as this operator has set them.' }),
    ),
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

export type AdminAccountInput = {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isAdmin: boolean
  readonly plan: PlanName
  readonly createdAtMs: number
  readonly liveKeys: number
  readonly usedThisMonth: number
  readonly lastSeenAtMs: number | null
}

export const toAdminAccountResponse = (account: AdminAccountInput): AdminAccount => ({
  id: account.id,
  name: account.name,
  email: account.email,
  is_admin: account.isAdmin,
  plan: account.plan,
  created_at: isoTime(account.createdAtMs),
  live_keys: account.liveKeys,
  used_this_month: account.usedThisMonth,
  last_seen_at: account.lastSeenAtMs === null ? null : isoTime(account.lastSeenAtMs),
})

export const toAdminPlanResponse = (name: PlanName, limits: PlanLimits, features: readonly string[]): AdminPlan => ({
  name,
  monthly_quota: limits.monthlyQuota,
  requests_per_minute: limits.requestsPerMinute,
  orderbook_rows: limits.orderbookRows,
  history_hours: limits.historyHours,
  webhooks: limits.webhooks,
  streams: limits.streams,
  features,
})

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
