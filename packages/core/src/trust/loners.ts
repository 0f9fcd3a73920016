import { priceAt } from './candidate.js'
import { attraction, type Gate, noticeable } from './gates.js'
import { addReason, type Trial } from './trial.js'

/** The centre and the width of a board. */
export type Place = Gate & { readonly spread: number }

/** This many advertisers at one identical price are a platform's cap or one person, and count as one voice. */
export const wallFrom = 4

/** A loner is at least this far ahead: a distance in spreads, and a least one for narrow boards. */
const lead = (spreads: number, { spread }: Place) => Math.max(0.004, spreads * spread)

/**
 * Doubts a leader who stands alone before the field. A leader who loses their trust by that makes room for the next
 * one, up to three in all. Untrusted ads before the leader are doubted too, so that a better record never brings a
 * penalty that a worse one escapes. A wall counts as one leader, and half of the distance is enough for it.
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
    const gap = gapToField(leader, field, isWall)
    const isAlone = gap > lead(isWall ? 0.75 : 1.5, place)
    const points = -(1 + Math.max(0, attraction(leader.candidate, place))) * (isWall ? 2 : 1)
    const verdict = isAlone
      ? addReason(leader, 'isolated', points, priceAt(cost + gap, leader.candidate.ad.side))
      : leader
    doubted.set(leader, verdict)
    if (leader.score < trustedFrom) continue
    if (verdict.score < trustedFrom) lost.add(isWall ? cost : leader)
    // Ads at the same price are treated alike.
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

/** How far behind the next three trusted ads lie on average, by others or behind a wall; 0 without three. */
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

/** A single bargain is welcome. This many advertisers far before all other exchanges are a crowd of accounts. */
const crowdFrom = 3

/**
 * Doubts attractive prices that no other exchange comes near. A crowd is doubted the more the larger it is, so that the
 * others may overrule it; a single ad as far as no other side protects. `fronts` are the best trusted prices of the
 * other exchanges. The second best of them counts, so that bait on one cannot vouch for another.
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
    const { advertiser, ad } = trial.candidate
    // The advertiser in question counts in any case, so that a better record brings no penalty.
    const crowd = people.size + (people.has(advertiser) ? 0 : 1)
    const strength = crowd < crowdFrom ? place.exposed : Math.min(3, crowd / crowdFrom)
    const points = -strength * (1 + attraction(trial.candidate, place))
    return addReason(trial, 'ahead_of_exchanges', points, priceAt(second, ad.side))
  })
}

/** The best trusted price of a board so far. */
export function frontOf(trials: readonly Trial[], trustedFrom: number): number | null {
  const costs = trials.flatMap(({ score, candidate }) => (score >= trustedFrom ? [candidate.cost] : []))
  return costs.length === 0 ? null : Math.min(...costs)
}
