import { hourMs, isAbsent } from './absent-advertisers.js'
import { priceAt } from './candidate-ad.js'
import { advantage, type Band } from './gates.js'
import { addReason, type ScoredAd } from './scored-ad.js'
import { numbers } from './trust-numbers.js'

/** An extraordinary price needs an extraordinary record. A price that stands for an hour is no bargain. */
export function penalizeAttractivePrice(scored: ScoredAd, centre: Band): ScoredAd {
  const u = advantage(scored.candidate, centre)
  if (scored.gated || !(u > numbers.leastAdvantage)) return scored

  const { idleMs } = scored.candidate.record
  const middle = priceAt(centre.centre, scored.candidate.ad.side)
  let weighed = addReason(scored, 'price_attractive', numbers.attractivePoints * (u - numbers.leastAdvantage), middle)
  if (scored.candidate.standsStill) weighed = addReason(weighed, 'stuck_at_top', numbers.stuckPoints, middle)
  if (isAbsent(scored.candidate)) {
    const hasLeft = (idleMs ?? 0) > numbers.abandonedHours * hourMs
    weighed = addReason(weighed, 'stale', hasLeft ? numbers.abandonedStalePoints : numbers.stalePoints, middle)
  }
  return weighed
}
