import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import { type AbuseState, createAbuseState } from './abuse-throttle.js'
import type { LimitSubject, LimitView } from './limiter.js'
import { type MonthlyQuota, quotaRemaining } from './monthly-quota.js'
import { createMinuteWindow, remaining, type SlidingWindow, secondsUntilReset } from './sliding-window.js'

export type AccountUsage = {
  readonly minute: SlidingWindow
  readonly quota: MonthlyQuota
  readonly abuse: AbuseState
  inFlight: number
}

export type Times = { readonly clock: Clock; readonly calendar: Calendar }

export type Writable<Facts> = { -readonly [Name in keyof Facts]: Facts[Name] }

export const createAccountUsage = (quota: MonthlyQuota): AccountUsage => ({
  minute: createMinuteWindow(),
  quota,
  abuse: createAbuseState(),
  inFlight: 0,
})

export const emptyView = (): Writable<LimitView> => ({
  minuteLimit: 0,
  minuteRemaining: 0,
  minuteResetSeconds: 0,
  quotaLimit: 0,
  quotaRemaining: 0,
  quotaResetSeconds: 0,
})

export function writeView(
  view: Writable<LimitView>,
  { limits }: LimitSubject,
  use: AccountUsage,
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
