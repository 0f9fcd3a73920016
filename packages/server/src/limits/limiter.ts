import type { Caller } from '../accounts/caller.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import { quotaRemaining, reserve, settle, usedIn } from './monthly-quota.js'
import { admit, remaining, secondsUntilReset, takeBack } from './sliding-window.js'

export type Admission =
  | {
      readonly admitted: true
      readonly atMs: number
      readonly atMonoMs: number
      readonly month: number
      readonly reserved: boolean
    }
  | Refusal

export type Refusal = {
  readonly admitted: false
  readonly code: 'rate_limited' | 'quota_exceeded'
  readonly message: string
  readonly retryAfterSeconds: number
  /** Who comes much more often than this hammers. */
  readonly allowedPerMinute: number
}

/** Requests of one account whose answers are being made at the same time. What is answered at once never comes near it. */
export const maxAtOnce = 20

/** What the limit headers say. Seconds are whole and never too early. */
export type LimitView = {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly minuteResetSeconds: number
  readonly quotaLimit: number
  readonly quotaRemaining: number
  readonly quotaResetSeconds: number
}

/** What an answer takes: a place in the minute, or one of the month as well. A refusal for too many takes nothing. */
export type Cost = 'nothing' | 'minute' | 'month'

/** Decides in one synchronous step, so no two requests can pass through the same gap. */
export interface Limiter {
  /** `blockedByQuota` false: the endpoint is answered even when the month is used up. */
  spend(caller: Caller, endpoint: { readonly blockedByQuota: boolean }): Admission
  /** Must follow every admission, once the cost is known and before the headers are written. */
  settle(caller: Caller, admission: Admission, cost: Cost): void
  view(caller: Caller): LimitView
  /** With the requests under way, the one that asks among them: what the headers of its answer will say. */
  usedThisMonth(caller: Caller): number
}

export const createLimiter = ({ clock, calendar }: { clock: Clock; calendar: Calendar }): Limiter => ({
  spend: ({ state }, { blockedByQuota }) => {
    const monoMs = clock.monoMs()
    const wallMs = clock.wallMs()
    const month = calendar.month(wallMs)
    const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = state.limits

    if (blockedByQuota && quotaRemaining(state.quota, perMonth, month) === 0)
      return {
        admitted: false,
        code: 'quota_exceeded',
        message: 'The monthly quota of this account is used up.',
        retryAfterSeconds: Math.max(
          calendar.secondsUntilNextMonth(wallMs),
          remaining(state.minute, perMinute, monoMs) > 0 ? 1 : secondsUntilReset(state.minute, perMinute, monoMs),
        ),
        allowedPerMinute: perMinute,
      }
    if (state.underWay >= maxAtOnce && remaining(state.minute, perMinute, monoMs) > 0)
      return {
        admitted: false,
        code: 'rate_limited',
        message: `At most ${maxAtOnce} requests of an account are answered at the same time.`,
        retryAfterSeconds: 1,
        allowedPerMinute: 60,
      }
    if (!admit(state.minute, perMinute, monoMs))
      return {
        admitted: false,
        code: 'rate_limited',
        message: 'The per-minute limit of this account is exceeded.',
        retryAfterSeconds: secondsUntilReset(state.minute, perMinute, monoMs),
        allowedPerMinute: perMinute,
      }
    state.underWay += 1
    return { admitted: true, atMs: wallMs, atMonoMs: monoMs, month, reserved: reserve(state.quota, perMonth, month) }
  },

  settle: ({ state }, admission, cost) => {
    if (!admission.admitted) return
    state.underWay -= 1
    if (admission.reserved) settle(state.quota, admission.month, cost === 'month')
    if (cost === 'nothing') takeBack(state.minute, admission.atMonoMs)
  },

  view: ({ state }) => {
    const monoMs = clock.monoMs()
    const wallMs = clock.wallMs()
    const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = state.limits
    return {
      minuteLimit: perMinute,
      minuteRemaining: remaining(state.minute, perMinute, monoMs),
      minuteResetSeconds: secondsUntilReset(state.minute, perMinute, monoMs),
      quotaLimit: perMonth,
      quotaRemaining: quotaRemaining(state.quota, perMonth, calendar.month(wallMs)),
      quotaResetSeconds: calendar.secondsUntilNextMonth(wallMs),
    }
  },

  usedThisMonth: ({ state }) => usedIn(state.quota, calendar.month(clock.wallMs())),
})
