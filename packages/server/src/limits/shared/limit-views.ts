import {
  type Admitted,
  type Cost,
  type LimitSubject,
  type LimitView,
  type Refusal,
  type RefusalReason,
  refusalReason,
} from '../limiter.js'
import type { AccountLimitState, SharedLimitPorts, SharedLimits } from './account-limit-state.js'

/** Counts of an account as of one answer. All limit headers come from it, so that they are consistent. */
export type LimitCount = {
  readonly month: number
  readonly taken: number
  readonly used: number
  /** Monotonic time of this server, rounded up. */
  readonly resetAtMonoMs: number
}

export type ExceededLimit = 'month' | 'minute' | 'atOnce' | 'notCounted'

export function limitView({ ports }: SharedLimits, { limits }: LimitSubject, count: LimitCount): LimitView {
  return {
    minuteLimit: limits.requestsPerMinute,
    minuteRemaining: Math.max(0, limits.requestsPerMinute - count.taken),
    minuteResetSeconds: resetSeconds(ports, count),
    quotaLimit: limits.monthlyQuota,
    quotaRemaining: Math.max(0, limits.monthlyQuota - count.used),
    quotaResetSeconds: ports.calendar.secondsUntilNextMonth(ports.clock.wallMs()),
  }
}

export const refuse = (
  { shared, abuse }: AccountLimitState,
  spender: LimitSubject,
  count: LimitCount,
  exceeded: ExceededLimit,
): Refusal => ({
  admitted: false,
  ...reasonOf(shared.ports, spender.limits.requestsPerMinute, count, exceeded),
  view: limitView(shared, spender, count),
  abuse,
})

function reasonOf(
  ports: SharedLimitPorts,
  perMinute: number,
  count: LimitCount,
  exceeded: ExceededLimit,
): RefusalReason {
  if (exceeded === 'minute') return refusalReason('minute', resetSeconds(ports, count), perMinute)
  if (exceeded !== 'month') return refusalReason(exceeded)
  const minuteSeconds = count.taken < perMinute ? 1 : resetSeconds(ports, count)
  const monthSeconds = ports.calendar.secondsUntilNextMonth(ports.clock.wallMs())
  return refusalReason('month', Math.max(monthSeconds, minuteSeconds), perMinute)
}

function resetSeconds({ clock, windowMs }: SharedLimitPorts, { taken, resetAtMonoMs }: LimitCount): number {
  const spanSeconds = Math.ceil(windowMs / 1000)
  if (taken === 0) return spanSeconds
  return Math.min(spanSeconds, Math.max(1, Math.ceil((resetAtMonoMs - clock.monoMs()) / 1000)))
}

export type Opening = {
  readonly spender: LimitSubject
  readonly count: LimitCount
  readonly atMs: number
  readonly reserved: boolean
  readonly end: (cost: Cost) => void
}

/** Opens a running request. Its headers use the counts from its admission. */
export function openSlot(account: AccountLimitState, { spender, count, atMs, reserved, end }: Opening): Admitted {
  let view: LimitView | null = null
  const charge = (cost: Cost): LimitView => {
    if (view !== null) return view
    account.inFlight -= 1
    end(cost)
    const taken = count.taken - (cost === 'nothing' ? 1 : 0)
    const used = count.used - (reserved && cost !== 'month' ? 1 : 0)
    view = limitView(account.shared, spender, { ...count, taken, used })
    return view
  }
  return { admitted: true, atMs, reserved, usedThisMonth: count.used, charge }
}
