import type { Ad } from '../ad.js'
import type { Reason, ReasonCode } from './judgement.js'
import { numbers } from './trust-numbers.js'

export const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit))
export const logit = (probability: number): number => Math.log(probability / (1 - probability))

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

const minutesMs = 60_000
const hoursMs = 60 * minutesMs

/** The record an ad shows, with nonsense read as unknown. */
export type AdRecord = {
  readonly orders: number | null
  readonly monthlyOrders: number | null
  readonly completion: number | null
  readonly feedback: number | null
  readonly merchant: boolean
  readonly idleMs: number | null
}

export function recordOf(ad: Ad): AdRecord {
  const orders = within(ad.completedOrders, Number.MAX_VALUE)
  const lastSeen = within(ad.lastSeenAtMs, Number.MAX_VALUE)
  return {
    orders,
    // A lifetime count is worth about half a year of monthly ones.
    monthlyOrders: orders === null || ad.ordersBasis === 'month' ? orders : orders / numbers.monthsOfLifetimeOrders,
    completion: share(ad.completionPct),
    feedback: share(ad.positivePct),
    merchant: ad.merchant === true,
    idleMs: lastSeen === null ? null : Math.max(0, ad.observedAtMs - lastSeen),
  }
}

const within = (value: number | null, high: number): number | null =>
  value !== null && value >= 0 && value <= high ? value : null

function share(pct: number | null): number | null {
  const known = within(pct, 100)
  return known === null ? null : known / 100
}

/** 90 % one-sided lower bound of the completion rate. Five of five is promising, a thousand of a thousand is proof. */
export function completionLowerBound(completion: number, orders: number): number {
  const { usualCompletion, usualCompletionOrders, completionBoundSigmas } = numbers
  const p = (completion * orders + usualCompletion * usualCompletionOrders) / (orders + usualCompletionOrders)
  return Math.max(0, p - completionBoundSigmas * Math.sqrt((p * (1 - p)) / (orders + usualCompletionOrders + 1)))
}

/** Log-odds points of the advertiser's record. Unknown figures add nothing. */
export function qualityReasons(ad: Ad, record: AdRecord): Reason[] {
  const reasons: Reason[] = []
  const add = (points: number, code: ReasonCode) => {
    if (points !== 0) reasons.push({ code, points })
  }

  if (record.completion !== null) {
    const bound = completionLowerBound(record.completion, record.orders ?? numbers.assumedOrders)
    const steps = clamp(
      (bound - numbers.completionFrom) / numbers.completionStep,
      numbers.completionLowSteps,
      numbers.completionHighSteps,
    )
    const points = steps * (steps > 0 ? numbers.completionHighPoints : numbers.completionLowPoints)
    add(points, steps > 0 ? 'completion_high' : 'completion_low')
  }
  if (record.monthlyOrders !== null) {
    const factor = Math.log10((record.monthlyOrders + 1) / (numbers.experienceUsualOrders + 1))
    const points = numbers.experiencePoints * Math.min(numbers.experienceHigh, factor)
    add(points, points > 0 ? 'experienced' : 'few_orders')
  }
  if (record.merchant) add(numbers.verifiedPoints, 'verified')
  if (record.feedback !== null) {
    const points =
      numbers.feedbackPoints *
      clamp(
        (record.feedback - numbers.feedbackFrom) / numbers.feedbackStep,
        numbers.feedbackLowSteps,
        numbers.feedbackHighSteps,
      )
    add(points, points > 0 ? 'feedback_high' : 'feedback_low')
  }
  if (record.idleMs !== null) {
    if (record.idleMs <= numbers.activeMinutes * minutesMs) add(numbers.activePoints, 'active')
    else if (record.idleMs > numbers.abandonedHours * hoursMs) add(numbers.abandonedPoints, 'idle')
    else if (record.idleMs > numbers.awayHours * hoursMs) add(numbers.awayPoints, 'idle')
  }
  if (ad.maxFiat <= numbers.narrowLimits * ad.minFiat) add(numbers.narrowLimitsPoints, 'narrow_limits')
  return reasons
}

/** Why a record can never be trusted, whatever its points, and the log-odds that it cannot exceed. */
export type Cap = { readonly code: ReasonCode; readonly logit: number }

export function capOf(record: AdRecord, ordersBasis: Ad['ordersBasis'], trustedFrom: number): Cap | null {
  const code = capReason(record, ordersBasis)
  return code === null
    ? null
    : { code, logit: logit(Math.min(numbers.unprovenScore, numbers.unprovenShareOfThreshold * trustedFrom)) }
}

function capReason(record: AdRecord, ordersBasis: Ad['ordersBasis']): ReasonCode | null {
  if (record.orders === null) return record.completion === null && !record.merchant ? 'no_record' : null
  return record.orders < (ordersBasis === 'month' ? numbers.unprovenMonthlyOrders : numbers.unprovenLifetimeOrders)
    ? 'new_advertiser'
    : null
}

export function voteWeight(quality: number, record: AdRecord): number {
  const experience = clamp(
    Math.log10((record.monthlyOrders ?? numbers.assumedOrders) + 1) / numbers.fullVoteFactor,
    numbers.leastVote,
    1,
  )
  return quality * experience * (record.merchant ? numbers.verifiedVote : 1)
}
