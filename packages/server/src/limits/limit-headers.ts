import type { PlanName } from '@p2p-rates/contract'
import type { LimitView } from './limiter.js'

/** Adds every limit header of an authenticated answer to a flat name-value list: the spec's names and both generations of the IETF draft. */
export const addLimitHeaders = (headers: string[], plan: PlanName, view: LimitView): void => {
  const remaining = String(view.minuteRemaining)
  const limit = String(view.minuteLimit)
  const reset = String(view.minuteResetSeconds)
  const quotaRemaining = String(view.quotaRemaining)
  headers.push(
    'X-Plan',
    plan,
    'X-RateLimit-Limit-Minute',
    limit,
    'X-RateLimit-Remaining-Minute',
    remaining,
    'X-Quota-Limit',
    String(view.quotaLimit),
    'X-Quota-Remaining',
    quotaRemaining,
    'RateLimit-Limit',
    limit,
    'RateLimit-Remaining',
    remaining,
    'RateLimit-Reset',
    reset,
    'RateLimit-Policy',
    policyOf(view.minuteLimit, view.quotaLimit),
    'RateLimit',
    `"minute";r=${remaining};t=${reset}, "month";r=${quotaRemaining};t=${view.quotaResetSeconds}`,
  )
}

const policyOf = (perMinute: number, perMonth: number): string => `"minute";q=${perMinute};w=60, "month";q=${perMonth}`
