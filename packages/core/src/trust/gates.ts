import type { TakerDemands } from '../ad.js'
import type { Caller } from './caller.js'
import { type CandidateAd, priceAt } from './candidate-ad.js'
import type { Reason, ReasonCode } from './judgement.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

/** The centre of a board and how far a better price is trusted, both in costs. */
export type Band = { readonly centre: number; readonly gate: number }

const isMalformed = ({ ad }: CandidateAd) =>
  !(isPositive(ad.price) && isPositive(ad.maxFiat) && ad.minFiat >= 0 && ad.minFiat <= ad.maxFiat) ||
  (ad.stockUsdt !== null && !Number.isFinite(ad.stockUsdt)) ||
  ad.paymentMethods.length === 0

const isPositive = (value: number) => value > 0 && value < Number.POSITIVE_INFINITY

export const mayVote = (candidate: CandidateAd): boolean => disqualifyAlone(candidate) === null

function disqualifyAlone(candidate: CandidateAd): ReasonCode | null {
  if (isMalformed(candidate)) return 'malformed'
  if (candidate.unchecked) return 'unchecked'
  if (candidate.reachableFiat < candidate.ad.minFiat) return 'stock_below_min'
  if (candidate.reachableUsdt < numbers.tinyUsdt) return 'tiny'
  if (candidate.ad.restricted) return 'restricted'
  return null
}

/** Attractiveness of a price in gate widths: 0 at the centre, 1 at the gate, negative for worse prices. */
export const advantage = ({ logCost }: Pick<CandidateAd, 'logCost'>, { centre, gate }: Band): number =>
  (centre - logCost) / gate

export function disqualify(candidate: CandidateAd, gate: Band | null): ReasonCode | null {
  const own = disqualifyAlone(candidate)
  if (own === 'malformed' || own === 'stock_below_min' || gate === null) return own
  if (Math.abs(candidate.logCost - gate.centre) > numbers.unitErrorDistance) return 'unit_error'
  if (own !== null) return own
  return advantage(candidate, gate) >= 1 ? 'price_outlier' : null
}

export function explainUnitError(
  candidate: CandidateAd,
  centre: number,
  otherFiats: ReadonlyMap<string, number> = new Map(),
): Pick<Reason, 'detail'> {
  const decades = Math.log10(candidate.ad.price / priceAt(centre, candidate.ad.side))
  const isNear = (ratio: number) => Math.abs(Math.log(ratio)) < 0.05
  if (Math.round(decades) !== 0 && isNear(10 ** (decades - Math.round(decades)))) return { detail: 'power of ten' }
  for (const [fiat, price] of otherFiats) {
    if (fiat !== candidate.ad.fiat && isNear(candidate.ad.price / price)) return { detail: `price in ${fiat}` }
  }
  return {}
}

/** Why the caller cannot use the ad; empty if they can. Its honesty is judged elsewhere. */
export function barriers({ ad, reachableUsdt }: CandidateAd, { bandUsdt, caller }: TrustRules): ReasonCode[] {
  const found = unmetDemands(ad.takerDemands, caller)
  if (reachableUsdt < bandUsdt.min) found.push('little_left')
  if (ad.minFiat / ad.price > bandUsdt.max) found.push('large_orders_only')
  return found
}

export const meetsDemands = (demands: TakerDemands | null, caller: Caller): boolean =>
  unmetDemands(demands, caller).length === 0

function unmetDemands(demands: TakerDemands | null, caller: Caller): ReasonCode[] {
  if (demands === null) return []
  const found: ReasonCode[] = []
  if (demands.extraVerification && !caller.isVerified) found.push('asks_for_verification')
  if ((demands.minOrders ?? 0) > caller.orders) found.push('asks_for_orders')
  if ((demands.minCompletionPct ?? 0) > caller.completionPct) found.push('asks_for_completion')
  if ((demands.minAccountAgeDays ?? 0) > caller.accountAgeDays) found.push('asks_for_account_age')
  return found
}
