import { priceAt } from './candidate-ad.js'
import { advantage, type Band } from './gates.js'
import { addReason, type ScoredAd } from './scored-ad.js'
import { numbers } from './trust-numbers.js'

export type BoardScale = Band & { readonly spread: number }

/** An isolated ad is at least this far ahead: a distance in spreads, and a least one for narrow boards. */
const minGap = (spreads: number, { spread }: BoardScale) => Math.max(numbers.aloneDistance, spreads * spread)

/**
 * Penalizes the best ads while they are isolated. Checks ads from the best price on, and stops at the first that stays
 * trusted. Untrusted ads before it are penalized too, so that a better record never brings a penalty that a worse one
 * escapes. A wall counts as one ad, and half of the distance is enough for it.
 */
export function penalizeIsolatedPrices(
  scored: readonly ScoredAd[],
  scale: BoardScale,
  trustedFrom: number,
): ScoredAd[] {
  const leaders = scored.filter(({ gated }) => !gated).sort((a, b) => a.candidate.logCost - b.candidate.logCost)
  const field = leaders.filter(({ score }) => score >= trustedFrom)
  const clusters = samePriceClusters(field)
  const penalized = new Map<ScoredAd, ScoredAd>()
  let lastCost = Number.POSITIVE_INFINITY
  for (const leader of leaders) {
    const { logCost } = leader.candidate
    if (logCost > lastCost) break
    const isWall = (clusters.get(logCost) ?? 0) >= numbers.wallAdvertisers
    const gap = gapToField(leader, field, isWall)
    const isAlone = gap > minGap(isWall ? numbers.wallAloneSpreads : numbers.aloneSpreads, scale)
    const points =
      numbers.alonePoints * (1 + Math.max(0, advantage(leader.candidate, scale))) * (isWall ? numbers.wallFactor : 1)
    const judged = isAlone
      ? addReason(leader, 'isolated', points, priceAt(logCost + gap, leader.candidate.ad.side))
      : leader
    penalized.set(leader, judged)
    // Ads at the same price are treated alike.
    if (judged.score >= trustedFrom) lastCost = logCost
  }
  return scored.map((scored) => penalized.get(scored) ?? scored)
}

function samePriceClusters(field: readonly ScoredAd[]): ReadonlyMap<number, number> {
  const clusters = new Map<number, number>()
  field.forEach(({ candidate: { logCost } }, at) => {
    // Sorted by price: a crowd lies together.
    if (clusters.has(logCost) || field[at + numbers.wallAdvertisers - 1]?.candidate.logCost !== logCost) return
    const sameCost = field.filter(({ candidate }) => candidate.logCost === logCost)
    clusters.set(logCost, new Set(sameCost.map(({ candidate }) => candidate.advertiser)).size)
  })
  return clusters
}

/** Average distance to the next three trusted ads of other advertisers, or behind a cluster; 0 with fewer. */
function gapToField(leader: ScoredAd, field: readonly ScoredAd[], isWall: boolean): number {
  const { logCost, advertiser } = leader.candidate
  const next = field
    .filter(({ candidate }) =>
      isWall ? candidate.logCost > logCost : candidate.logCost >= logCost && candidate.advertiser !== advertiser,
    )
    .slice(0, numbers.fieldAds)
    .map(({ candidate }) => candidate.logCost - logCost)
  return next.length < numbers.fieldAds ? 0 : next.reduce((sum, gap) => sum + gap, 0) / next.length
}

/**
 * Penalize attractive prices far ahead of the other exchanges. From three advertisers on, the penalty grows with their
 * number. For fewer, it grows with the lack of protection by the opposite side. `bestTrustedPrices` are those of the
 * other exchanges. The second best of them counts, so that bait on one exchange cannot support bait on another.
 */
export function penalizeAheadOfPeers(
  scored: readonly ScoredAd[],
  scale: BoardScale & { readonly exposure: number },
  bestTrustedPrices: readonly number[],
  trustedFrom: number,
): readonly ScoredAd[] {
  const second = [...bestTrustedPrices].sort((a, b) => a - b)[1]
  if (second === undefined || bestTrustedPrices.length < numbers.exchangesBehind) return scored
  const far = minGap(numbers.aloneSpreads, scale)
  const isAhead = ({ candidate }: ScoredAd) =>
    advantage(candidate, scale) > numbers.leastAdvantage && second - candidate.logCost > far
  const trusted = scored.filter((scored) => scored.score >= trustedFrom && isAhead(scored))
  const advertisersAhead = new Set(trusted.map(({ candidate }) => candidate.advertiser))
  return scored.map((scored) => {
    if (!isAhead(scored)) return scored
    const { advertiser, ad } = scored.candidate
    // The advertiser in question counts in any case, so that a better record brings no penalty.
    const cluster = advertisersAhead.size + (advertisersAhead.has(advertiser) ? 0 : 1)
    const strength =
      cluster < numbers.crowdAdvertisers
        ? scale.exposure
        : Math.min(numbers.mostCrowd, cluster / numbers.crowdAdvertisers)
    const points = numbers.alonePoints * strength * (1 + advantage(scored.candidate, scale))
    return addReason(scored, 'ahead_of_exchanges', points, priceAt(second, ad.side))
  })
}

export function bestTrustedPrice(scored: readonly ScoredAd[], trustedFrom: number): number | null {
  const costs = scored.flatMap(({ score, candidate }) => (score >= trustedFrom ? [candidate.logCost] : []))
  return costs.length === 0 ? null : Math.min(...costs)
}
