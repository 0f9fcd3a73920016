import { type Ad, advertiserKey } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { type AdRecord, type Cap, capOf, logistic, qualityReasons, recordOf, voteWeight } from './advertiser-quality.js'
import type { Reason } from './judgement.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

export type CandidateAd = {
  readonly ad: Ad
  readonly advertiser: string
  /** `logCostOf` its price: smaller is better for the caller on both sides, so both sides share one code. */
  readonly logCost: number
  readonly reachableFiat: number
  readonly reachableUsdt: number
  readonly record: AdRecord
  readonly quality: readonly Reason[]
  /** Log-odds of base and quality together, before the price speaks. */
  readonly logit: number
  readonly cap: Cap | null
  readonly weight: number
  readonly rails: ReadonlySet<string>
  /** True if the ad has not changed for an hour, or its board was read late: it says little about the market now. */
  readonly standsStill: boolean
  /** True if only one unproven remote collector has read the ad. Such an ad is disqualified. */
  readonly unchecked: boolean
}

/** Log price, negated where a high price is the good one. Differences of costs are relative price differences. */
export const logCostOf = (price: number, side: Side): number => (side === 'BUY' ? Math.log(price) : -Math.log(price))
export const priceAt = (cost: number, side: Side): number => Math.exp(side === 'BUY' ? cost : -cost)

export function toCandidateAd(
  ad: Ad,
  rules: TrustRules,
  { standsStill = false, unchecked = false }: Partial<Pick<CandidateAd, 'standsStill' | 'unchecked'>> = {},
): CandidateAd {
  const record = recordOf(ad)
  const quality = qualityReasons(ad, record)
  const logit = quality.reduce((sum, reason) => sum + reason.points, numbers.basePoints)
  const reachableFiat = ad.stockUsdt === null ? ad.maxFiat : Math.min(ad.maxFiat, ad.stockUsdt * ad.price)
  return {
    ad,
    advertiser: advertiserKey(ad),
    logCost: logCostOf(ad.price, ad.side),
    reachableFiat,
    reachableUsdt: reachableFiat / ad.price,
    record,
    quality,
    logit,
    cap: capOf(record, ad.ordersBasis, rules.trustedFrom),
    weight: voteWeight(logistic(logit), record),
    rails: new Set(ad.paymentMethods.map((method) => rules.railOf(method, ad))),
    standsStill,
    unchecked,
  }
}
