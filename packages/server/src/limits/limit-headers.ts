import { limitHeaders, type PlanName } from '@p2p-rates/contract'
import type { LimitView } from './limiter.js'

/** The specification's names and both generations of the IETF draft. */
export function addLimitHeaders(headers: string[], plan: PlanName, view: LimitView): void {
  const remaining = String(view.minuteRemaining)
  const limit = String(view.minuteLimit)
  const reset = String(view.minuteResetSeconds)
  const quotaRemaining = String(view.quotaRemaining)
  headers.push(
    limitHeaders.plan.name,
    plan,
    limitHeaders.minuteLimit.name,
    limit,
    limitHeaders.minuteRemaining.name,
    remaining,
    limitHeaders.quotaLimit.name,
    String(view.quotaLimit),
    limitHeaders.quotaRemaining.name,
    quotaRemaining,
    limitHeaders.rateLimitLimit.name,
    limit,
    limitHeaders.rateLimitRemaining.name,
    remaining,
    limitHeaders.rateLimitReset.name,
    reset,
    limitHeaders.rateLimitPolicy.name,
    policyOf(view.minuteLimit, view.quotaLimit),
    limitHeaders.rateLimit.name,
    `"minute";r=${remaining};t=${reset}, "month";r=${quotaRemaining};t=${view.quotaResetSeconds}`,
  )
}

const policyOf = (perMinute: number, perMonth: number): string => `"minute";q=${perMinute};w=60, "month";q=${perMonth}`
