import type { Ad } from '../ad.js'
import { hasContactText } from './contact-text.js'
import type { Reason, ReasonCode } from './judgement.js'

/** Log-odds of an unknown advertiser: a probability of 0.73. */
export const baseLogit = 1

export const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit))

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

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
  readonly accountAgeDays: number | null
}

export function recordOf(ad: Ad): AdRecord {
  const orders = within(ad.completedOrders, Number.MAX_VALUE)
  const lastSeen = within(ad.lastSeenAtMs, Number.MAX_VALUE)
  return {
    orders,
    // A lifetime count is worth about half a year of monthly ones.
    monthlyOrders: orders === null || ad.ordersBasis === 'month' ? orders : orders / 6,
    completion: share(ad.completionPct),
    feedback: share(ad.positivePct),
    merchant: ad.merchant === true,
    idleMs: lastSeen === null ? null : Math.max(0, ad.observedAtMs - lastSeen),
    accountAgeDays: within(ad.accountAgeDays, Number.MAX_VALUE),
  }
}

const within = (value: number | null, high: number): number | null =>
  value !== null && value >= 0 && value <= high ? value : null

function share(pct: number | null): number | null {
  const known = within(pct, 100)
  return known === null ? null : known / 100
}

/** Orders assumed where the exchange shows none, enough for its completion rate to count. */
const assumedOrders = 60

/** The usual honest advertiser: mean completion, and the number of orders that this assumption is worth. */
const prior = { completion: 0.965, strength: 20 }

/** 90 % one-sided lower bound of the completion rate. Five of five is promising, a thousand of a thousand is proof. */
export function completionLowerBound(completion: number, orders: number): number {
  const p = (completion * orders + prior.completion * prior.strength) / (orders + prior.strength)
  return Math.max(0, p - 1.2816 * Math.sqrt((p * (1 - p)) / (orders + prior.strength + 1)))
}

/** Log-odds points of the advertiser's record. Unknown figures add nothing. */
export function qualityReasons(ad: Ad, record: AdRecord): Reason[] {
  const reasons: Reason[] = []
  const add = (points: number, code: ReasonCode) => {
    if (points !== 0) reasons.push({ code, points })
  }

  if (record.completion !== null) {
    const bound = completionLowerBound(record.completion, record.orders ?? assumedOrders)
    const steps = clamp((bound - 0.9) / 0.03, -4, 2)
    add(steps > 0 ? 0.6 * steps : 0.9 * steps, steps > 0 ? 'completion_high' : 'completion_low')
  }
  if (record.monthlyOrders !== null) {
    const points = 1.5 * clamp(Math.log10((record.monthlyOrders + 1) / 21), -1.33, 1.2)
    add(points, points > 0 ? 'experienced' : 'few_orders')
  }
  if (record.merchant) add(0.7, 'verified')
  if (record.feedback !== null) {
    const points = 0.8 * clamp((record.feedback - 0.95) / 0.05, -3, 0.5)
    add(points, points > 0 ? 'feedback_high' : 'feedback_low')
  }
  if (record.idleMs !== null) {
    if (record.idleMs <= 15 * minutesMs) add(0.2, 'active')
    else if (record.idleMs > 12 * hoursMs) add(-1.2, 'idle')
    else if (record.idleMs > 2 * hoursMs) add(-0.5, 'idle')
  }
  if (record.accountAgeDays !== null && record.accountAgeDays < 30) add(-1.5, 'new_account')
  if (ad.maxFiat <= 1.1 * ad.minFiat) add(-0.7, 'narrow_limits')
  if (hasContactText(ad.nickname) || (ad.remarks !== null && hasContactText(ad.remarks))) add(-2.5, 'offplatform_text')
  return reasons
}

/** Why a record can never be trusted, whatever its points, and the log-odds that it cannot exceed. */
export type Cap = { readonly code: ReasonCode; readonly logit: number }

export function capOf(record: AdRecord, ordersBasis: Ad['ordersBasis'], trustedFrom: number): Cap | null {
  const code = capReason(record, ordersBasis)
  return code === null ? null : { code, logit: logit(Math.min(highestCap, 0.9 * trustedFrom)) }
}

/** Maximum score of an advertiser with too little record. A lower threshold lowers it, so that it is never trusted. */
const highestCap = 0.45

const logit = (score: number): number => Math.log(score / (1 - score))

function capReason(record: AdRecord, ordersBasis: Ad['ordersBasis']): ReasonCode | null {
  if (record.orders === null) return record.completion === null && !record.merchant ? 'no_record' : null
  return record.orders < (ordersBasis === 'month' ? 10 : 30) ? 'new_advertiser' : null
}

export function voteWeight(quality: number, record: AdRecord): number {
  const experience = clamp(Math.log10((record.monthlyOrders ?? assumedOrders) + 1) / 2.5, 0.1, 1)
  return quality * experience * (record.merchant ? 1.25 : 1)
}
