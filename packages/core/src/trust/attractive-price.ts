import { isAbsent } from './absent-advertisers.js'
import { priceAt } from './candidate-ad.js'
import { advantage, type Band, minAdvantage } from './gates.js'
import { addReason, type ScoredAd } from './scored-ad.js'

const abandonedMs = 12 * 60 * 60_000

/** An extraordinary price needs an extraordinary record. A price that stands for an hour is no bargain. */
export function penalizeAttractivePrice(scored: ScoredAd, centre: Band): ScoredAd {
  const u = advantage(scored.candidate, centre)
  if (scored.gated || !(u > minAdvantage)) return scored

  const { idleMs } = scored.candidate.record
  const middle = priceAt(centre.centre, scored.candidate.ad.side)
  let weighed = addReason(scored, 'price_attractive', -4.5 * (u - minAdvantage), middle)
  if (scored.candidate.standsStill) weighed = addReason(weighed, 'stuck_at_top', -1.2, middle)
  if (isAbsent(scored.candidate))
    weighed = addReason(weighed, 'stale', (idleMs ?? 0) > abandonedMs ? -2.4 : -1.2, middle)
  return weighed
}
