import { type CandidateAd, priceAt } from './candidate-ad.js'
import type { CrossedStatus } from './opposite-side.js'
import { addReason, type ScoredAd } from './scored-ad.js'
import { numbers } from './trust-numbers.js'
import { weightedMedian } from './weighted-median.js'

/**
 * Honest sellers ask no less than others pay on the same exchange and payment rail, where sides do not cross. Weighs,
 * rail by rail, the ads against an ad and those with it at its price or better, and the heavier side decides. All are
 * judged by the trusted ads as they stood before, so that the order does not matter.
 *
 * In a crossed market (asks lie below bids for weeks) every ad crosses, and it says nothing.
 */
export function penalizeCrossing(
  scored: readonly ScoredAd[],
  otherSide: readonly ScoredAd[],
  { trustedFrom, crossed }: { readonly trustedFrom: number; readonly crossed: CrossedStatus },
): ScoredAd[] {
  const own = trustedByRail(scored, trustedFrom)
  const others = trustedByRail(otherSide, trustedFrom)
  const exempt = crossed === 'no' ? new Set<string>() : crossedRails(own, others, crossed)
  const rails = new Map(
    [...others]
      .filter(([rail]) => !exempt.has(rail))
      .map(
        ([rail, against]) =>
          [rail, { along: cumulativeWeight(own.get(rail) ?? []), against: cumulativeWeight(against) }] as const,
      ),
  )
  return scored.map((scored) => {
    if (scored.gated) return scored
    const { logCost } = scored.candidate
    const crosses = (other: number) => -other - logCost > numbers.crossingDistance
    const penalties = [...scored.candidate.rails].map((rail) => {
      const known = rails.get(rail)
      const against = known?.against(crosses) ?? 0
      if (known === undefined || against === 0) return { rail, points: 0 }
      const along = known.along((other) => other <= logCost)
      return {
        rail,
        points: against > along ? numbers.crossingPoints * (1 - (numbers.crossingRelief * along) / against) : 0,
      }
    })
    const [worst] = penalties.toSorted((a, b) => b.points - a.points)
    if (worst === undefined || worst.points === 0) return scored
    const crossed = (others.get(worst.rail) ?? []).filter((other) => crosses(other.logCost))
    const [first] = crossed
    const price = first === undefined ? undefined : priceAt(middle(crossed), first.ad.side)
    return addReason(scored, 'crosses_market', -worst.points, price)
  })
}

/**
 * The rails of a crossed exchange on which the sides really cross. With three or more ads on both sides, their middles
 * decide. Other rails follow the other exchanges. Where those cannot be asked, a rail has to cross by more than people
 * who are slow to reprice explain.
 */
function crossedRails(own: ByRail, others: ByRail, crossed: CrossedStatus): ReadonlySet<string> {
  const likeOthers = crossed === 'market-wide'
  return new Set(
    [...others].flatMap(([rail, against]) => {
      const along = own.get(rail) ?? []
      const hasEnoughAds = along.length >= numbers.adsOfCrossedRail && against.length >= numbers.adsOfCrossedRail
      const crosses = hasEnoughAds
        ? middle(along) + middle(against) < (likeOthers ? 0 : -numbers.slowRepricing)
        : likeOthers
      return crosses ? [rail] : []
    }),
  )
}

const middle = (candidates: readonly CandidateAd[]): number =>
  weightedMedian(candidates.map(({ logCost, weight }) => ({ value: logCost, weight }))) ?? 0

type ByRail = ReadonlyMap<string, readonly CandidateAd[]>

function trustedByRail(scored: readonly ScoredAd[], trustedFrom: number): ByRail {
  const byRail = new Map<string, CandidateAd[]>()
  for (const { candidate, score } of scored) {
    if (score < trustedFrom) continue
    for (const rail of candidate.rails) {
      const known = byRail.get(rail)
      if (known === undefined) byRail.set(rail, [candidate])
      else known.push(candidate)
    }
  }
  return byRail
}

type CumulativeWeight = (concerns: (cost: number) => boolean) => number

/**
 * The weight of all advertisers whose prices are concerned, each once, by the heaviest of their ads. What concerns one
 * price concerns every better one, so sums from the best price on and a search among them suffice.
 */
function cumulativeWeight(candidates: readonly CandidateAd[]): CumulativeWeight {
  // Weights are part of the order, so that the sums do not depend on how ads arrived.
  const sorted = [...candidates].sort((a, b) => a.logCost - b.logCost || a.weight - b.weight)
  const heaviest = new Map<string, number>()
  const sums = [0]
  let sum = 0
  for (const { advertiser, weight } of sorted) {
    const known = heaviest.get(advertiser) ?? 0
    if (weight > known) {
      heaviest.set(advertiser, weight)
      sum += weight - known
    }
    sums.push(sum)
  }
  return (concerns) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const at = (low + high) >> 1
      if (concerns(sorted[at]?.logCost ?? 0)) low = at + 1
      else high = at
    }
    return sums[low] ?? 0
  }
}
