import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import { type AbuseState, createAbuseState } from './abuse-throttle.js'
import type { LimitSubject, LimitView } from './limiter.js'
import { createSlidingWindow, remaining, type SlidingWindow, secondsUntilReset } from './sliding-window.js'

export type AccountUsage = {
  readonly minute: SlidingWindow
  readonly quota: MonthlyQuota
  readonly abuse: AbuseState
  inFlight: number
}

/**
 * An account's usage by UTC month. Months are never deleted on a clock jump, so a clock that is set back finds its
 * count.
 */
export type MonthlyQuota = Map<number, MonthUse>

type MonthUse = {
  counted: number
  /** Running requests that may still count. Reserved, so that concurrency can't overdraw the quota. */
  reserved: number
}

/** Counted requests of an account by month. */
export type MonthCounts = Iterable<readonly [month: number, counted: number]>

export type CountedByMonth = (accountId: string) => Promise<MonthCounts>

export type Times = { readonly clock: Clock; readonly calendar: Calendar }

export type Writable<Facts> = { -readonly [Name in keyof Facts]: Facts[Name] }

export const createAccountUsage = (countedByMonth: MonthCounts = []): AccountUsage => ({
  minute: createSlidingWindow(60_000),
  quota: new Map(Array.from(countedByMonth, ([month, counted]) => [month, { counted, reserved: 0 }])),
  abuse: createAbuseState(),
  inFlight: 0,
})

export function reserve(quota: MonthlyQuota, limit: number, month: number): boolean {
  const use = useOf(quota, month)
  if (use.counted + use.reserved >= limit) return false
  use.reserved += 1
  return true
}

export function release(quota: MonthlyQuota, month: number, counts: boolean): void {
  const use = useOf(quota, month)
  use.reserved -= 1
  if (counts) use.counted += 1
}

export const quotaRemaining = (quota: MonthlyQuota, limit: number, month: number): number =>
  Math.max(0, limit - usedIn(quota, month))

export function usedIn(quota: MonthlyQuota, month: number): number {
  const use = quota.get(month)
  return use === undefined ? 0 : use.counted + use.reserved
}

function useOf(quota: MonthlyQuota, month: number): MonthUse {
  let use = quota.get(month)
  if (use === undefined) {
    use = { counted: 0, reserved: 0 }
    quota.set(month, use)
  }
  return use
}

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
