import { type FaultKind, faultKinds } from '@p2p-rates/core'
import { z } from 'zod'
import { type PlanLimits, type PlanName, planNames } from '../../endpoint/plans.js'
import {
  type ExchangeName,
  isoTime,
  type LooseEnum,
  wireCount,
  wireExchange,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { Source } from '../service/sources.js'

export type AdminAccount = {
  readonly id: string
  readonly name: string
  /** Null if the account exists only for its keys and has no log-in. */
  readonly email: string | null
  readonly is_admin: boolean
  readonly plan: LooseEnum<PlanName>
  readonly created_at: string
  readonly live_keys: number
  readonly used_this_month: number
  /** Last use of a key or a session; `null` = never. A session is recorded once a day. */
  readonly last_seen_at: string | null
}

export type AdminAccountList = {
  /** Newest first. */
  readonly accounts: readonly AdminAccount[]
  /** Value of `after` for the next page; `null` on the last page. */
  readonly next: string | null
}

export type AdminAccountsQuery = {
  /** Part of the id, name or e-mail address, in any case. */
  readonly q?: string | undefined
  /** 50 when absent, at most 100. */
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

export type AdminPlan = {
  readonly name: LooseEnum<PlanName>
  readonly monthly_quota: number
  readonly requests_per_minute: number
  readonly orderbook_rows: number
  readonly history_hours: number
  readonly webhooks: number
  readonly streams: number
  readonly features: readonly string[]
}

export type AdminPlanList = { readonly plans: readonly AdminPlan[] }

/** State of the circuit breaker of an exchange. */
export type ExchangeCondition = {
  readonly exchange: ExchangeName
  /** `left_alone`: nothing is asked for a while. `probing`: one request decides. */
  readonly state: LooseEnum<ConditionState>
  /** Fault that last stopped the requests; cleared after a whole round without faults. */
  readonly cause: LooseEnum<FaultKind> | null
  /** The same fault in words, if seen since the server started; `null` otherwise. */
  readonly message: string | null
  /** Number of consecutive pauses. */
  readonly times: number
  readonly next_attempt_at: string | null
  /** Share of the usual pace: halved when it asks for patience. */
  readonly pace: number
}
const conditionStates = ['asked', 'left_alone', 'probing'] as const
export type ConditionState = (typeof conditionStates)[number]

export type AdminSources = {
  readonly exchanges: readonly ExchangeCondition[]
  readonly sources: readonly Source[]
}

export type ResetLink = { readonly link: string; readonly expires_at: string }

export const adminAccountSchema: z.ZodType<AdminAccount> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Null for an account without log-in, created for its keys only.' }),
    is_admin: z.boolean(),
    plan: z.enum(planNames),
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
          name: z.enum(planNames),
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
    state: z.enum(conditionStates).meta({
      description:
        'asked: normal requests. left_alone: no requests until `next_attempt_at`. probing: one request tests whether the exchange answers again.',
    }),
    cause: z.enum(faultKinds).nullable().meta({ description: 'Fault that caused the last pause.' }),
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
