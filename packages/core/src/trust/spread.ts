import type { VoteSummary } from './votes.js'
import { type Weighted, weightedSpread } from './weighted-median.js'

/** The spread assumed where too few votes measure it, and how many votes that assumption is worth. */
const usualSpread = { value: 0.006, votes: 6 }

/** This many votes of all exchanges tell how wide honest prices lie, and which half bait has widened. */
const enoughVotes = 24

/** How much wider than the others one exchange's prices may count. */
const maxSpreadVsPeers = 2.5

const minSpread = 0.0015
export const maxSpread = 0.025

/**
 * How widely honest prices lie on a board: its own spread, pulled towards that of the others while its votes are few.
 * Bait must not widen the gate that it wants to pass, so the others bound what one board may claim. Where the
 * attractive half of all prices lies wider than the other half, only the other half is believed.
 */
export function priceWidth(
  own: VoteSummary | null,
  others: readonly VoteSummary[],
  skew = goodSideRatio(own === null ? others : [own, ...others]),
): number {
  const peerDeviations = others.flatMap(deviations)
  const pooled =
    peerDeviations.length < usualSpread.votes ? usualSpread.value : skew * weightedSpread(peerDeviations, 0)
  // One vote says where a price is, nothing about how widely prices lie around it.
  const count = own === null || own.votes.length < 2 ? 0 : own.votes.length
  const claimed = own === null ? 0 : skew * weightedSpread(own.votes, own.centre)
  const mayBound = others.length >= 3 && peerDeviations.length >= enoughVotes
  const ownSpread = mayBound ? Math.min(claimed, maxSpreadVsPeers * pooled) : claimed
  const variance = (count * ownSpread ** 2 + usualSpread.votes * pooled ** 2) / (count + usualSpread.votes)
  return Math.min(maxSpread, Math.max(minSpread, Math.sqrt(variance)))
}

/** Spread of the unattractive half, as a share of that of all prices of a side; at most 1. */
export function goodSideRatio(summaries: readonly VoteSummary[]): number {
  const all = summaries.flatMap(deviations)
  const width = weightedSpread(all, 0)
  // Where a price is capped or fixed, most ads of all exchanges stand at the same one.
  if (all.length < enoughVotes || width === 0) return 1
  const behind = all.filter(({ value }) => value >= 0)
  return behind.length >= enoughVotes / 2 ? Math.min(1, weightedSpread(behind, 0) / width) : 1
}

/** The most that one board weighs when all are measured together. */
const maxWeightPerBoard = 6

/**
 * Distances to the board's centre. The centre is one of the votes, so its distance is always 0 and it is left out.
 * The others lie farther from it than from the unknown truth, so they are scaled.
 */
function deviations(collectVotes: VoteSummary): readonly Weighted[] {
  const known = worked.get(collectVotes) ?? deviationsOf(collectVotes)
  worked.set(collectVotes, known)
  return known
}
/** Kept, because every board is measured beside all others. */
const worked = new WeakMap<VoteSummary, readonly Weighted[]>()

function deviationsOf({ votes, centre, weight: total }: VoteSummary): readonly Weighted[] {
  const self = votes.findIndex(({ value }) => value === centre)
  const scale = Math.sqrt((votes.length - 1) / votes.length)
  const share = Math.min(1, maxWeightPerBoard / total)
  return votes
    .filter((_, index) => index !== self)
    .map(({ value, weight }) => ({ value: (value - centre) * scale, weight: weight * share }))
}
