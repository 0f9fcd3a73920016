import type { LimitSubject, MonthRule } from '../limiter.js'
import type { ExceededLimit, LimitCount } from './limit-views.js'
import type { Decision } from './redis-counters.js'

/** That Redis would refuse, as far as this is certain without asking it again. Other limits or another month are another question. */
export type CachedDenial = {
  readonly perMinute: number
  readonly perMonth: number
  readonly tally: LimitCount
  readonly minuteUntilMonoMs: number
  readonly monthUntilMonoMs: number
}

/** Other servers may give places back meanwhile, of which only Redis hears. */
const longestMs = 250

/** `null` where there is room. `sentAtMonoMs` is no later than the decision. */
export function denialOf(
  { limits: { requestsPerMinute: perMinute, monthlyQuota: perMonth } }: LimitSubject,
  { taken, used, reserved, freesInMs }: Decision,
  tally: LimitCount,
  sentAtMonoMs: number,
): CachedDenial | null {
  const minuteUntilMonoMs =
    taken >= perMinute ? sentAtMonoMs + Math.min(freesInMs, longestMs) : Number.NEGATIVE_INFINITY
  const isForGood = used >= perMonth && reserved === 0
  const monthUntilMonoMs = isForGood ? sentAtMonoMs + longestMs : Number.NEGATIVE_INFINITY
  if (taken < perMinute && !isForGood) return null
  return { perMinute, perMonth, tally, minuteUntilMonoMs, monthUntilMonoMs }
}

/** What is certainly lacking; `null` when Redis has to be asked. */
export function shortBy(
  denial: CachedDenial,
  { limits }: LimitSubject,
  rule: MonthRule,
  month: number,
  nowMonoMs: number,
): ExceededLimit | null {
  const { perMinute, perMonth, tally, minuteUntilMonoMs, monthUntilMonoMs } = denial
  if (limits.requestsPerMinute !== perMinute || limits.monthlyQuota !== perMonth || month !== tally.month) return null
  if (rule === 'binding' && tally.used >= perMonth) return nowMonoMs < monthUntilMonoMs ? 'month' : null
  return nowMonoMs < minuteUntilMonoMs ? 'minute' : null
}
