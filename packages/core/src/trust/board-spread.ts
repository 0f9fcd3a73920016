import type { VoteSummary } from './advertiser-votes.js'
import { numbers } from './trust-numbers.js'
import { type Weighted, weightedSpread } from './weighted-median.js'

/**
 * Spread of honest prices on a board: its own, pulled towards that of other exchanges while it has few votes. The other
 * exchanges also limit it, because bait must not widen its own gate. If the attractive half of all prices is wider,
 * only the other half counts.
 */
export function boardSpread(
  own: VoteSummary | null,
  others: readonly VoteSummary[],
  skew = goodSideRatio(own === null ? others : [own, ...others]),
): number {
  const peerDeviations = others.flatMap(deviations)
  const pooled =
    peerDeviations.length < numbers.usualSpreadVotes ? numbers.usualSpread : skew * weightedSpread(peerDeviations, 0)
  // One vote says where a price is, nothing about how widely prices lie around it.
  const count = own === null || own.votes.length < 2 ? 0 : own.votes.length
  const claimed = own === null ? 0 : skew * weightedSpread(own.votes, own.centre)
  const mayBound = others.length >= numbers.exchangesForBound && peerDeviations.length >= numbers.enoughVotes
  const ownSpread = mayBound ? Math.min(claimed, numbers.spreadVsPeers * pooled) : claimed
  const variance =
    (count * ownSpread ** 2 + numbers.usualSpreadVotes * pooled ** 2) / (count + numbers.usualSpreadVotes)
  return Math.min(numbers.mostSpread, Math.sqrt(variance))
}

/** Spread of the unattractive half, as a share of that of all prices of a side; at most 1. */
export function goodSideRatio(summaries: readonly VoteSummary[]): number {
  const all = summaries.flatMap(deviations)
  const width = weightedSpread(all, 0)
  // Most ads of all exchanges have the same price if it is capped or fixed.
  if (all.length < numbers.enoughVotes || width === 0) return 1
  const behind = all.filter(({ value }) => value >= 0)
  return behind.length >= numbers.enoughVotes / 2 ? Math.min(1, weightedSpread(behind, 0) / width) : 1
}

/**
 * Distances to the board's centre. The centre is itself a vote with distance 0, so leave it out. Scale all other
 * distances, because votes lie farther from this centre than from the unknown true one.
 */
function deviations(summary: VoteSummary): readonly Weighted[] {
  const known = worked.get(summary) ?? deviationsOf(summary)
  worked.set(summary, known)
  return known
}
/** Cache, because every board is compared with all other boards. */
const worked = new WeakMap<VoteSummary, readonly Weighted[]>()

function deviationsOf({ votes, centre, weight: total }: VoteSummary): readonly Weighted[] {
  const self = votes.findIndex(({ value }) => value === centre)
  const scale = Math.sqrt((votes.length - 1) / votes.length)
  const share = Math.min(1, numbers.mostWeightInSpread / total)
  return votes
    .filter((_, index) => index !== self)
    .map(({ value, weight }) => ({ value: (value - centre) * scale, weight: weight * share }))
}
