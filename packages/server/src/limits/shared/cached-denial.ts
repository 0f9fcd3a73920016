import type { LimitSubject, MonthRule } from '../limiter.js'
import type { ExceededLimit, LimitCount } from './limit-views.js'
import type { Decision } from './redis-counters.js'

/** A cached rejection, valid while Redis would certainly reject. Does not apply to other limits or another month. */
export type CachedDenial = {
  readonly perMinute: number
  readonly perMonth: number
  readonly limitCount: LimitCount
  readonly minuteUntilMonoMs: number
  readonly monthUntilMonoMs: number
}

/** Bounds a cached rejection, because only Redis knows of slots that other servers release. */
const longestMs = 250

/** `null` if a request could pass. `sentAtMonoMs` is no later than the decision. */
export function denialOf(
  { limits: { requestsPerMinute: perMinute, monthlyQuota: perMonth } }: LimitSubject,
  { taken, used, reserved, freesInMs }: Decision,
  limitCount: LimitCount,
  sentAtMonoMs: number,
): CachedDenial | null {
  const minuteUntilMonoMs =
    taken >= perMinute ? sentAtMonoMs + Math.min(freesInMs, longestMs) : Number.NEGATIVE_INFINITY
  const isForGood = used >= perMonth && reserved === 0
  const monthUntilMonoMs = isForGood ? sentAtMonoMs + longestMs : Number.NEGATIVE_INFINITY
  if (taken < perMinute && !isForGood) return null
  return { perMinute, perMonth, limitCount, minuteUntilMonoMs, monthUntilMonoMs }
}

/** Returns the limit that is certainly used up; `null` if Redis has to decide. */
export function exceededLimitOf(
  denial: CachedDenial,
  { limits }: LimitSubject,
  rule: MonthRule,
  month: number,
  nowMonoMs: number,
): ExceededLimit | null {
  const { perMinute, perMonth, limitCount, minuteUntilMonoMs, monthUntilMonoMs } = denial
  if (limits.requestsPerMinute !== perMinute || limits.monthlyQuota !== perMonth || month !== limitCount.month)
    return null
  if (rule === 'binding' && limitCount.used >= perMonth) return nowMonoMs < monthUntilMonoMs ? 'month' : null
  return nowMonoMs < minuteUntilMonoMs ? 'minute' : null
}
