import { attraction, type Gate, noticeable } from './gates.js'
import { addReason, type Trial } from './trial.js'

/** Where a board is and how wide. */
export type Place = Gate & { readonly spread: number }

/** So many people at one identical price are a platform's cap or one person, and speak with one voice. */
const wallFrom = 4

/** Nobody stands alone who is not ahead by this much: a distance in spreads, and one that no narrow board undercuts. */
const lead = (spreads: number, { spread }: Place) => Math.max(0.004, spreads * spread)

/**
 * Doubts a leader who stands alone before the field. When that costs him his trust, the next one is looked at, up to
 * three in all. Ads without trust before the leader are doubted too, so that a better record can never bring a
 * penalty that a worse one escapes. A wall is one leader, and a stranger one: half of the distance is enough.
 */
export function doubtLoners(trials: readonly Trial[], place: Place, trustedFrom: number): Trial[] {
  const leaders = trials.filter(({ gated }) => !gated).sort((a, b) => a.candidate.cost - b.candidate.cost)
  const field = leaders.filter(({ score }) => score >= trustedFrom)
  const crowds = crowdsOf(field)
  const doubted = new Map<Trial, Trial>()
  const lost = new Set<number | Trial>()
  let lastCost = Number.POSITIVE_INFINITY
  for (const leader of leaders) {
    const { cost } = leader.candidate
    if (cost > lastCost) break
    const isWall = (crowds.get(cost) ?? 0) >= wallFrom
    const isAlone = gapToField(leader, field, isWall) > lead(isWall ? 0.75 : 1.5, place)
    const points = -(1 + Math.max(0, attraction(leader.candidate, place))) * (isWall ? 2 : 1)
    const verdict = isAlone ? addReason(leader, 'isolated', points) : leader
    doubted.set(leader, verdict)
    if (leader.score < trustedFrom) continue
    if (verdict.score < trustedFrom) lost.add(isWall ? cost : leader)
    // Whoever stands at the same price is treated alike.
    if (verdict.score >= trustedFrom || lost.size === 3) lastCost = cost
  }
  return trials.map((trial) => doubted.get(trial) ?? trial)
}

/** How many advertisers stand at each price that a crowd could share. */
function crowdsOf(field: readonly Trial[]): ReadonlyMap<number, number> {
  const crowds = new Map<number, number>()
  field.forEach(({ candidate: { cost } }, at) => {
    // Sorted by price: a crowd lies together.
    if (crowds.has(cost) || field[at + wallFrom - 1]?.candidate.cost !== cost) return
    const people = field.filter(({ candidate }) => candidate.cost === cost)
    crowds.set(cost, new Set(people.map(({ candidate }) => candidate.advertiser)).size)
  })
  return crowds
}

/** How far the mean of the next three trusted ads by others lies behind, or by those behind a wall; 0 without three. */
function gapToField(leader: Trial, field: readonly Trial[], isWall: boolean): number {
  const { cost, advertiser } = leader.candidate
  const next = field
    .filter(({ candidate }) =>
      isWall ? candidate.cost > cost : candidate.cost >= cost && candidate.advertiser !== advertiser,
    )
    .slice(0, 3)
    .map(({ candidate }) => candidate.cost - cost)
  return next.length < 3 ? 0 : next.reduce((sum, gap) => sum + gap, 0) / next.length
}

/** One bargain is what people look for; so many advertisers far before all other exchanges are a crowd of accounts. */
const crowdFrom = 3

/**
 * Doubts attractive prices that no other exchange comes near: those of a crowd the more it is, so that the others may
 * overrule it, and single ones as far as no other side protects. `fronts` are the best trusted prices of the other
 * exchanges; the second best of them counts: bait on one cannot vouch for another.
 */
export function doubtAhead(
  trials: readonly Trial[],
  place: Place & { readonly exposed: number },
  fronts: readonly number[],
  trustedFrom: number,
): readonly Trial[] {
  const second = [...fronts].sort((a, b) => a - b)[1]
  if (second === undefined || fronts.length < 3) return trials
  const far = lead(1.5, place)
  const isAhead = ({ candidate }: Trial) => attraction(candidate, place) > noticeable && second - candidate.cost > far
  const trusted = trials.filter((trial) => trial.score >= trustedFrom && isAhead(trial))
  const people = new Set(trusted.map(({ candidate }) => candidate.advertiser))
  return trials.map((trial) => {
    if (!isAhead(trial)) return trial
    const { advertiser } = trial.candidate
    // Whoever is asked about counts in any case: a better record must not bring a penalty.
    const crowd = people.size + (people.has(advertiser) ? 0 : 1)
    const strength = crowd < crowdFrom ? place.exposed : Math.min(3, crowd / crowdFrom)
    return addReason(trial, 'isolated', -strength * (1 + attraction(trial.candidate, place)))
  })
}

/** The best trusted price of a board so far. */
export const frontOf = (trials: readonly Trial[], trustedFrom: number): number | null => {
  const costs = trials.flatMap(({ score, candidate }) => (score >= trustedFrom ? [candidate.cost] : []))
  return costs.length === 0 ? null : Math.min(...costs)
}
