import type { Candidate } from './candidate.js'
import type { Centre } from './consensus.js'
import { attraction, type Gate } from './gates.js'
import { addReason, type Trial } from './trial.js'

/** Better than this part of the gate, a price has to be paid for with a record. */
const noticeable = 0.25

const staleMs = 2 * 60 * 60_000
const abandonedMs = 12 * 60 * 60_000
const stuckMinutes = 60
/** The exchanges' own floor for advertisers who want to buy. */
const provenOrders = 20

/** An extraordinary price needs an extraordinary record, and one that nobody takes for an hour is no bargain. */
export function weighPrice(trial: Trial, centre: Gate, unchangedMinutes: number): Trial {
  const u = attraction(trial.candidate, centre)
  if (trial.gated || !(u > noticeable)) return trial

  const { monthlyOrders, idleMs } = trial.candidate.record
  let weighed = addReason(trial, 'price_attractive', -4.5 * (u - noticeable))
  if (monthlyOrders !== null && monthlyOrders < provenOrders) weighed = addReason(weighed, 'few_orders', -1.2)
  if (unchangedMinutes >= stuckMinutes) weighed = addReason(weighed, 'stuck_at_top', -1.2)
  if (idleMs !== null && idleMs > staleMs) weighed = addReason(weighed, 'stale', idleMs > abandonedMs ? -2.4 : -1.2)
  return weighed
}

/**
 * Doubts a leader who stands alone before the field. When that costs him his trust, the next one is looked at, up to
 * three in all. Ads without trust before the leader are doubted too, so that a better record can never bring a
 * penalty that a worse one escapes.
 */
export function doubtLoners(
  trials: readonly Trial[],
  centre: Gate & Pick<Centre, 'spread'>,
  trustedFrom: number,
): Trial[] {
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

/** How far the mean of the next three trusted ads by others lies behind; 0 where no three follow. */
function gapToField(leader: Trial, field: readonly Trial[]): number {
  const { cost, advertiser } = leader.candidate
  const next = field
    .filter(({ candidate }) => candidate.cost >= cost && candidate.advertiser !== advertiser)
    .slice(0, 3)
    .map(({ candidate }) => candidate.cost - cost)
  return next.length < 3 ? 0 : next.reduce((sum, gap) => sum + gap, 0) / next.length
}

/** Prices closer than this may cross by rounding and by the exchange's own fees. */
const crossing = Math.log(1.002)

/**
 * On one exchange and one payment rail nobody sells below what others pay. Weighs, rail by rail, who stands against an
 * ad and who stands with it at its price or better, and believes the heavier side. All are judged by the trusted ads as
 * they stood before, so that the order does not matter.
 */
export function doubtCrossers(trials: readonly Trial[], otherSide: readonly Trial[], trustedFrom: number): Trial[] {
  const own = trustedByRail(trials, trustedFrom)
  const others = trustedByRail(otherSide, trustedFrom)
  return trials.map((trial) => {
    if (trial.gated) return trial
    const { cost, rails } = trial.candidate
    const doubts = [...rails].map((rail) => {
      const against = voices(others.get(rail), (candidate) => -candidate.cost - cost > crossing)
      if (against === 0) return 0
      const along = voices(own.get(rail), (candidate) => candidate.cost <= cost)
      return against > along ? 4 * (1 - (0.5 * along) / against) : 0
    })
    return addReason(trial, 'crosses_market', -Math.max(0, ...doubts))
  })
}

function trustedByRail(trials: readonly Trial[], trustedFrom: number): ReadonlyMap<string, readonly Candidate[]> {
  const byRail = new Map<string, Candidate[]>()
  for (const { candidate, score } of trials) {
    if (score < trustedFrom) continue
    for (const rail of candidate.rails) {
      const known = byRail.get(rail)
      if (known === undefined) byRail.set(rail, [candidate])
      else known.push(candidate)
    }
  }
  return byRail
}

/** The weight of all advertisers concerned, each once, by the heaviest of his ads. */
function voices(candidates: readonly Candidate[] = [], concerns: (candidate: Candidate) => boolean): number {
  const heaviest = new Map<string, number>()
  for (const candidate of candidates) {
    if (!concerns(candidate)) continue
    heaviest.set(candidate.advertiser, Math.max(candidate.weight, heaviest.get(candidate.advertiser) ?? 0))
  }
  // Sorted, so that the sum does not depend on the order in which ads arrived.
  return [...heaviest.values()].sort((a, b) => a - b).reduce((sum, weight) => sum + weight, 0)
}
