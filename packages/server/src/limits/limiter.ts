import type { PlanLimits } from '@p2p-rates/contract'
import { tooManyProblem } from '../base/errors/too-many.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AbuseState } from './abuse-throttle.js'

/** An account, session or network whose requests count together. Its limits may change while a request runs. */
export type LimitSubject = {
  readonly id: string
  readonly limits: Pick<PlanLimits, 'requestsPerMinute' | 'monthlyQuota'>
}

export type CountedByMonth = (accountId: string) => Promise<MonthCounts>

export type MonthCounts = Iterable<readonly [month: number, counted: number]>

export type Times = { readonly clock: Clock; readonly calendar: Calendar }

/** Application of the monthly quota: `binding` = enforced, `counted` = counted only, `exempt` = ignored. */
export type MonthRule = 'binding' | 'counted' | 'exempt'

/** Charge of a request: nothing (429), the minute, or minute and month. */
export type Cost = 'nothing' | 'minute' | 'month'

export type Admission = Admitted | Refusal

/** An admitted request. Call `charge` exactly once and don't use the object afterwards. */
export interface Admitted {
  readonly admitted: true
  readonly atMs: number
  /** True if it holds a unit of the monthly quota until `charge`. */
  readonly reserved: boolean
  /** Includes running requests and this one, as the response headers will show. */
  readonly usedThisMonth: number
  /** Call it before the headers are written; shared counts follow. The view is valid until the next request. */
  charge(cost: Cost): LimitView
}

export type Refusal = LimitStatus & {
  readonly admitted: false
  readonly code: ReturnType<typeof tooManyProblem>['code']
  readonly message: string
  readonly retryAfterSeconds: number
  /** A multiple of this counts as hammering. */
  readonly allowedPerMinute: number
}

export type LimitStatus = {
  readonly view: LimitView
  readonly abuse: AbuseState
}

/** Values of the limit headers, in whole seconds, rounded up so that no retry is too early. */
export type LimitView = {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly minuteResetSeconds: number
  readonly quotaLimit: number
  readonly quotaRemaining: number
  readonly quotaResetSeconds: number
}

/** Decisions are atomic: concurrent requests can't both take the last slot. Synchronous if counts are in memory. */
export interface Limiter {
  admitRequest(spender: LimitSubject, month: MonthRule): Admission | Promise<Admission>
  viewLimits(spender: LimitSubject): LimitStatus | Promise<LimitStatus>
}

/** Counts a request that is answered at once. Returns the seconds to wait if there are too many, else null. */
export async function countRequest(
  limiter: Pick<Limiter, 'admitRequest'>,
  subject: LimitSubject,
): Promise<number | null> {
  const admission = await limiter.admitRequest(subject, 'exempt')
  if (!admission.admitted) return admission.retryAfterSeconds
  admission.charge('minute')
  return null
}

/** Concurrent requests per subject. Synchronous answers never reach it. */
export const maxAtOnce = 20

const problems = {
  month: tooManyProblem('month'),
  minute: tooManyProblem('minute'),
  atOnce: tooManyProblem('atOnce', maxAtOnce),
  notCounted: tooManyProblem('notCounted'),
}

export type ExceededLimit = keyof typeof problems

export function refuse(exceeded: ExceededLimit, status: LimitStatus): Refusal {
  const { minuteLimit, minuteRemaining, minuteResetSeconds, quotaResetSeconds } = status.view
  const refusal = { admitted: false, ...problems[exceeded], ...status } as const
  if (exceeded === 'atOnce' || exceeded === 'notCounted')
    return { ...refusal, retryAfterSeconds: 1, allowedPerMinute: 60 }
  const minuteSeconds = exceeded === 'month' && minuteRemaining > 0 ? 1 : minuteResetSeconds
  const retryAfterSeconds = exceeded === 'month' ? Math.max(quotaResetSeconds, minuteSeconds) : minuteSeconds
  return { ...refusal, retryAfterSeconds, allowedPerMinute: minuteLimit }
}
