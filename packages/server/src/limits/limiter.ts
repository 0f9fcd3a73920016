import type { PlanLimits } from '@p2p-rates/contract'
import type { AbuseState } from './abuse-throttle.js'

/** Whose requests are counted together. The limits may change under a running request. */
export type LimitSubject = {
  readonly id: string
  readonly limits: Pick<PlanLimits, 'requestsPerMinute' | 'monthlyQuota'>
}

/** How a request stands to the month: refused once it is used up, counted and never refused, or no matter of it. */
export type MonthRule = 'binding' | 'counted' | 'exempt'

/** What an answer takes: a place in the minute, or one of the month as well. A refusal for too many takes nothing. */
export type Cost = 'nothing' | 'minute' | 'month'

export type Admission = Admitted | Refusal

/** A place under way. It must be charged once, and is nobody's afterwards. */
export interface Admitted {
  readonly admitted: true
  readonly atMs: number
  /** Holds a place of the month until the cost is known. */
  readonly reserved: boolean
  /** With the requests under way, this one among them: what the headers of its answer will say. */
  readonly usedThisMonth: number
  /**
   * Ends it, at once, before the headers are written. A limiter that shares its counts tells the rest of the world
   * later. The view is of this moment: it is read before the next request and not kept.
   */
  charge(cost: Cost): LimitView
}

export type Refusal = Standing & {
  readonly admitted: false
  readonly code: 'rate_limited' | 'quota_exceeded'
  readonly message: string
  readonly retryAfterSeconds: number
  /** Who comes much more often than this hammers. */
  readonly allowedPerMinute: number
}

/** Where a spender stands, for answers that take nothing. */
export type Standing = {
  readonly view: LimitView
  readonly offender: AbuseState
}

/** What the limit headers say. Seconds are whole and never too early. */
export type LimitView = {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly minuteResetSeconds: number
  readonly quotaLimit: number
  readonly quotaRemaining: number
  readonly quotaResetSeconds: number
}

/**
 * Owns minutes, months and places under way, by the id of the spender. It decides in one step, so no two requests can
 * pass through the same gap. It answers at once where it knows the counts, and in time where it has to ask for them.
 */
export interface Limiter {
  spend(spender: LimitSubject, month: MonthRule): Admission | Promise<Admission>
  viewLimits(spender: LimitSubject): Standing | Promise<Standing>
}
