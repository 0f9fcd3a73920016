import type { Times } from '../account-usage.js'
import type { LimitSubject, LimitView, Refusal } from '../limiter.js'
import { type RefusalReason, refusalReason } from '../refusal-reasons.js'
import type { AccountLimitState } from './account-limit-state.js'

/** Counts of an account as of one answer. All limit headers come from it, so that they are consistent. */
export type LimitCount = {
  readonly month: number
  readonly taken: number
  readonly used: number
  /** Monotonic time of this server, rounded up. */
  readonly resetAtMonoMs: number
}

export type ExceededLimit = 'month' | 'minute' | 'at-once' | 'unknown'

export function createLimitViews({ clock, calendar, windowMs }: Times & { readonly windowMs: number }) {
  const spanSeconds = Math.ceil(windowMs / 1000)

  const resetSeconds = ({ taken, resetAtMonoMs }: LimitCount): number =>
    taken === 0 ? spanSeconds : Math.min(spanSeconds, Math.max(1, Math.ceil((resetAtMonoMs - clock.monoMs()) / 1000)))

  const view = ({ limits }: LimitSubject, limitCount: LimitCount): LimitView => ({
    minuteLimit: limits.requestsPerMinute,
    minuteRemaining: Math.max(0, limits.requestsPerMinute - limitCount.taken),
    minuteResetSeconds: resetSeconds(limitCount),
    quotaLimit: limits.monthlyQuota,
    quotaRemaining: Math.max(0, limits.monthlyQuota - limitCount.used),
    quotaResetSeconds: calendar.secondsUntilNextMonth(clock.wallMs()),
  })

  const reason = (
    { limits: { requestsPerMinute: perMinute } }: LimitSubject,
    limitCount: LimitCount,
    lacks: ExceededLimit,
  ): RefusalReason => {
    switch (lacks) {
      case 'month':
        return refusalReason(
          'month',
          Math.max(
            calendar.secondsUntilNextMonth(clock.wallMs()),
            limitCount.taken < perMinute ? 1 : resetSeconds(limitCount),
          ),
          perMinute,
        )
      case 'minute':
        return refusalReason('minute', resetSeconds(limitCount), perMinute)
      case 'at-once':
        return refusalReason('atOnce')
      case 'unknown':
        return refusalReason('notCounted')
    }
  }

  return {
    view,
    refuse: (
      account: AccountLimitState,
      spender: LimitSubject,
      limitCount: LimitCount,
      lacks: ExceededLimit,
    ): Refusal => ({
      admitted: false,
      ...reason(spender, limitCount, lacks),
      view: view(spender, limitCount),
      abuse: account.abuse,
    }),
  }
}

export type LimitViews = ReturnType<typeof createLimitViews>
