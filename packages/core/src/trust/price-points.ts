import type { Centre } from './consensus.js'
import { attraction } from './gates.js'
import { addReason, type Trial } from './trial.js'

/** Better than this part of the gate, a price has to be paid for with a record. */
const noticeable = 0.25

const staleMs = 2 * 60 * 60_000
const stuckMinutes = 60

/** An extraordinary price needs an extraordinary record, and one that nobody takes for an hour is no bargain. */
export function weighPrice(trial: Trial, centre: Centre, unchangedMinutes: number): Trial {
  const u = attraction(trial.candidate, centre)
  if (trial.gated || !(u > noticeable)) return trial

  let weighed = addReason(trial, 'price_attractive', -4.5 * (u - noticeable))
  if (unchangedMinutes >= stuckMinutes) weighed = addReason(weighed, 'stuck_at_top', -1.2)
  if ((trial.candidate.record.idleMs ?? 0) > staleMs) weighed = addReason(weighed, 'stale', -1.2)
  return weighed
}

/**
 * Doubts a leader who stands alone before the field. When that costs him his trust, the next one is looked at, up to
 * three in all. Ads without trust before the leader are doubted too, so that a better record can never bring a
 * penalty that a worse one escapes.
 */
export function doubtLoners(trials: readonly Trial[], centre: Centre, trustedFrom: number): Trial[] {
  const leaders = trials.filter(({ gated }) => !gated).sort((a, b) => a.candidate.cost - b.candidate.cost)
  const field = leaders.filter(({ score }) => score >= trustedFrom)
  const doubted = new Map<Trial, Trial>()
  let trustLost = 0
  let lastCost = Number.POSITIVE_INFINITY
  for (const leader of leaders) {
    if (leader.candidate.cost > lastCost) break
    const isAlone = gapToField(leader, field) > Math.max(0.004, 1.5 * centre.spread)
    const u = Math.max(0, attraction(leader.candidate, centre))
    const verdict = isAlone ? addReason(leader, 'isolated', -(1 + u)) : leader
    doubted.set(leader, verdict)
    if (leader.score < trustedFrom) continue
    if (verdict.score < trustedFrom) trustLost += 1
    // Whoever stands at the same price is treated alike.
    if (verdict.score >= trustedFrom || trustLost === 3) lastCost = leader.candidate.cost
  }
  return trials.map((trial) => doubted.get(trial) ?? trial)
}

/** How far the mean of the next three trusted ads by others lies behind; 0 when nobody follows. */
function gapToField(leader: Trial, field: readonly Trial[]): number {
  const { cost, advertiser } = leader.candidate
  const next = field
    .filter(({ candidate }) => candidate.cost >= cost && candidate.advertiser !== advertiser)
    .slice(0, 3)
    .map(({ candidate }) => candidate.cost - cost)
  return next.length === 0 ? 0 : next.reduce((sum, gap) => sum + gap, 0) / next.length
}

/** Prices closer than this may cross by rounding and by the exchange's own fees. */
const crossing = 0.002

/**
 * On one exchange and one payment rail nobody sells below what others pay. Judges every ad against the trusted ads of
 * the other side as they stood before, so that the order does not matter.
 */
export function doubtCrossers(trials: readonly Trial[], otherSide: readonly Trial[], trustedFrom: number): Trial[] {
  const own = trials.filter((trial) => trial.score >= trustedFrom)
  const others = otherSide.filter((trial) => trial.score >= trustedFrom)
  return trials.map((trial) => {
    if (trial.gated) return trial
    const { cost, rails } = trial.candidate

    const against = others.filter(
      ({ candidate }) => -candidate.cost - cost > Math.log(1 + crossing) && shares(candidate.rails, rails),
    )
    const witnesses = weightByAdvertiser(against)
    if (witnesses.count < 2) return trial

    const disputed = new Set(against.flatMap(({ candidate }) => [...candidate.rails].filter((rail) => rails.has(rail))))
    const allies = weightByAdvertiser(
      own.filter(({ candidate }) => candidate.cost <= cost && shares(candidate.rails, disputed)),
    )
    if (witnesses.weight <= allies.weight) return trial
    return addReason(trial, 'crosses_market', -3 * (1 - (0.5 * allies.weight) / witnesses.weight))
  })
}

const shares = (some: ReadonlySet<string>, others: ReadonlySet<string>) => {
  for (const rail of some) if (others.has(rail)) return true
  return false
}

/** One person, one voice: the heaviest of his ads. */
function weightByAdvertiser(trials: readonly Trial[]): { readonly count: number; readonly weight: number } {
  const voices = new Map<string, number>()
  for (const { candidate } of trials)
    voices.set(candidate.advertiser, Math.max(candidate.weight, voices.get(candidate.advertiser) ?? 0))
  const weights = [...voices.values()].sort((a, b) => a - b)
  return { count: weights.length, weight: weights.reduce((sum, weight) => sum + weight, 0) }
}
