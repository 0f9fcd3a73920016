import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import { createOffender, type Offender } from './hammering.js'
import type { LimitView, Spender } from './limiter.js'
import { type MonthlyQuota, quotaRemaining } from './monthly-quota.js'
import { createMinuteWindow, remaining, type SlidingWindow, secondsUntilReset } from './sliding-window.js'

/** What one spender has used, and how it takes refusals. */
export type Use = {
  readonly minute: SlidingWindow
  readonly quota: MonthlyQuota
  readonly offender: Offender
  /** Requests whose answer is being made. */
  underWay: number
}

export type Times = { readonly clock: Clock; readonly calendar: Calendar }

export type Writable<Facts> = { -readonly [Name in keyof Facts]: Facts[Name] }

export const createUse = (quota: MonthlyQuota): Use => ({
  minute: createMinuteWindow(),
  quota,
  offender: createOffender(),
  underWay: 0,
})

export const emptyView = (): Writable<LimitView> => ({
  minuteLimit: 0,
  minuteRemaining: 0,
  minuteResetSeconds: 0,
  quotaLimit: 0,
  quotaRemaining: 0,
  quotaResetSeconds: 0,
})

/** Writes how things stand now into a view that may be an old one. */
export function fillView(
  view: Writable<LimitView>,
  { limits }: Spender,
  use: Use,
  { clock, calendar }: Times,
): LimitView {
  const monoMs = clock.monoMs()
  const wallMs = clock.wallMs()
  view.minuteLimit = limits.requestsPerMinute
  view.minuteRemaining = remaining(use.minute, limits.requestsPerMinute, monoMs)
  view.minuteResetSeconds = secondsUntilReset(use.minute, limits.requestsPerMinute, monoMs)
  view.quotaLimit = limits.monthlyQuota
  view.quotaRemaining = quotaRemaining(use.quota, limits.monthlyQuota, calendar.month(wallMs))
  view.quotaResetSeconds = calendar.secondsUntilNextMonth(wallMs)
  return view
}
