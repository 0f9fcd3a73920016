import type { CandidateAd } from './candidate-ad.js'
import { mayVote } from './gates.js'
import { numbers } from './trust-numbers.js'
import { type Weighted, weightedMedian } from './weighted-median.js'

/** The votes of the advertisers of one board, one each, and their middle. All prices are costs. */
export type VoteSummary = { readonly votes: readonly Weighted[]; readonly centre: number; readonly weight: number }

/** Each advertiser's least attractive price is one vote. Prices far from `reference` were typed in another unit. */
export function collectVotes(candidates: readonly CandidateAd[], reference: number | null): VoteSummary | null {
  const byAdvertiser = new Map<string, CandidateAd>()
  for (const candidate of candidates) {
    if (!mayVote(candidate)) continue
    if (reference !== null && Math.abs(candidate.logCost - reference) > numbers.unitErrorDistance) continue
    const known = byAdvertiser.get(candidate.advertiser)
    if (
      known === undefined ||
      candidate.logCost > known.logCost ||
      (candidate.logCost === known.logCost && candidate.weight < known.weight)
    )
      byAdvertiser.set(candidate.advertiser, candidate)
  }

  const voters = [...byAdvertiser.values()]
  const quoting = new Map<number, number>()
  for (const { ad } of voters) quoting.set(ad.price, (quoting.get(ad.price) ?? 0) + 1)
  const votes = voters
    .map(({ ad, logCost, weight }) => ({
      value: logCost,
      weight: weight * samePriceDamping(quoting.get(ad.price) ?? 1),
    }))
    // Sorted, so that nothing depends on the order in which ads arrived.
    .sort((a, b) => a.value - b.value || a.weight - b.weight)
  const centre = weightedMedian(votes)
  return centre === null ? null : { votes, centre, weight: votes.reduce((sum, { weight }) => sum + weight, 0) }
}

/** Platform caps, walls and sybils stand at one identical price, so each further vote there adds less. */
const samePriceDamping = (quoting: number): number => Math.sqrt(Math.min(1, numbers.samePriceVotes / quoting))
