import { isAway } from './away.js'
import { priceAt } from './candidate.js'
import { attraction, type Gate, noticeable } from './gates.js'
import { addReason, type Trial } from './trial.js'

const abandonedMs = 12 * 60 * 60_000

/** An extraordinary price needs an extraordinary record. A price that stands for an hour is no bargain. */
export function weighPrice(trial: Trial, centre: Gate): Trial {
  const u = attraction(trial.candidate, centre)
  if (trial.gated || !(u > noticeable)) return trial

  const { idleMs } = trial.candidate.record
  const middle = priceAt(centre.centre, trial.candidate.ad.side)
  let weighed = addReason(trial, 'price_attractive', -4.5 * (u - noticeable), middle)
  if (trial.candidate.standsStill) weighed = addReason(weighed, 'stuck_at_top', -1.2, middle)
  if (isAway(trial.candidate)) weighed = addReason(weighed, 'stale', (idleMs ?? 0) > abandonedMs ? -2.4 : -1.2, middle)
  return weighed
}
