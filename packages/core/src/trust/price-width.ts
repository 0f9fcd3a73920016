import type { Poll } from './poll.js'
import { type Weighted, weightedSpread } from './weighted-median.js'

/** Spread of honest prices where there are too few votes to measure it, and how many votes that belief is worth. */
const usualSpread = { value: 0.006, votes: 6 }

/** So many votes of all exchanges together tell how wide honest prices lie, and which half of them bait has widened. */
const enoughVotes = 24

/** How much wider than the others' prices those of one exchange may count. */
const widestShare = 2.5

export const narrowest = 0.0015
export const widest = 0.025

/**
 * How widely honest prices lie on a board: its own spread, pulled towards that of the others as far as its votes are
 * few. Bait must not widen the gate it wants to pass, so the others bound what one board may claim, and where the
 * attractive half of all prices lies wider than the other half, only the other half is believed.
 */
export function priceWidth(
  own: Poll | null,
  others: readonly Poll[],
  skew = skewOf(own === null ? others : [own, ...others]),
): number {
  const strangers = others.flatMap(deviations)
  const pooled = strangers.length < usualSpread.votes ? usualSpread.value : skew * weightedSpread(strangers, 0)
  // One vote says where a price is, nothing about how widely prices lie around it.
  const count = own === null || own.votes.length < 2 ? 0 : own.votes.length
  const claimed = own === null ? 0 : skew * weightedSpread(own.votes, own.centre) * smallSample(count)
  const mayBound = others.length >= 3 && strangers.length >= enoughVotes
  const ownSpread = mayBound ? Math.min(claimed, widestShare * pooled) : claimed
  const variance = (count * ownSpread ** 2 + usualSpread.votes * pooled ** 2) / (count + usualSpread.votes)
  return Math.min(widest, Math.max(narrowest, Math.sqrt(variance)))
}

/** Spread of the unattractive half by that of all prices of a side, where it is the narrower one; else 1. */
export function skewOf(polls: readonly Poll[]): number {
  const all = polls.flatMap(deviations)
  if (all.length < enoughVotes) return 1
  const behind = all.filter(({ value }) => value >= 0)
  const ratio = weightedSpread(behind, 0) / weightedSpread(all, 0)
  return behind.length >= enoughVotes / 2 ? Math.min(1, ratio) : 1
}

/** No board is louder than this when all are measured together. */
const loudest = 6

/**
 * Distances to the board's centre. The centre is itself one of the votes: its distance is 0 whatever the spread, and
 * the others lie farther from it than from the unknown truth, so it is left out and they are scaled.
 */
function deviations(poll: Poll): readonly Weighted[] {
  const known = worked.get(poll) ?? deviationsOf(poll)
  worked.set(poll, known)
  return known
}
/** Every board is measured beside all others: once is enough. */
const worked = new WeakMap<Poll, readonly Weighted[]>()

function deviationsOf({ votes, centre, weight: total }: Poll): readonly Weighted[] {
  const self = votes.findIndex(({ value }) => value === centre)
  const scale = Math.sqrt((votes.length - 1) / votes.length)
  const share = Math.min(1, loudest / total)
  return votes
    .filter((_, index) => index !== self)
    .map(({ value, weight }) => ({ value: (value - centre) * scale, weight: weight * share }))
}

/** Few votes lie closer to their own median than to the truth; these factors of Croux and Rousseeuw undo that. */
const smallSample = (votes: number): number => smallSampleFactors[votes] ?? 1
const smallSampleFactors: readonly number[] = [1, 1, 1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107]
