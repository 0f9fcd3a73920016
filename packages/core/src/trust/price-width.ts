import type { Poll } from './poll.js'
import { type Weighted, weightedSpread } from './weighted-median.js'

/** Spread of honest prices where there are too few votes to measure it, and how many votes that belief is worth. */
const usualSpread = { value: 0.006, votes: 6 }

/** How widely honest prices lie on a board: its own spread, pulled towards that of the others as far as its votes are few. */
export function priceWidth(own: Poll | null, others: readonly Poll[]): number {
  const strangers = others.flatMap(deviations)
  const pooled = strangers.length < usualSpread.votes ? usualSpread.value : weightedSpread(strangers, 0)
  // One vote says where a price is, nothing about how widely prices lie around it.
  const count = own === null || own.votes.length < 2 ? 0 : own.votes.length
  const ownSpread = own === null ? 0 : weightedSpread(own.votes, own.centre) * smallSample(count)
  const variance = (count * ownSpread ** 2 + usualSpread.votes * pooled ** 2) / (count + usualSpread.votes)
  return Math.min(0.025, Math.max(0.0015, Math.sqrt(variance)))
}

/**
 * Distances to the board's centre. The centre is itself one of the votes: its distance is 0 whatever the spread, and
 * the others lie farther from it than from the unknown truth, so it is left out and they are scaled.
 */
function deviations({ votes, centre }: Poll): Weighted[] {
  const self = votes.findIndex(({ value }) => value === centre)
  const scale = Math.sqrt((votes.length - 1) / votes.length)
  return votes
    .filter((_, index) => index !== self)
    .map(({ value, weight }) => ({ value: (value - centre) * scale, weight }))
}

/** Few votes lie closer to their own median than to the truth; these factors of Croux and Rousseeuw undo that. */
const smallSample = (votes: number): number => smallSampleFactors[votes] ?? 1
const smallSampleFactors: readonly number[] = [1, 1, 1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107]
