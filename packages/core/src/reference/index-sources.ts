import { weightedMedian } from '../trust/weighted-median.js'

/** One exchange of the index: its middle price, and the weight of the votes on its weaker side. */
export type IndexSource = { readonly exchange: string; readonly price: number; readonly evidence: number }

/** Weights of the exchanges, capped. `phaseOf` is the part of its evidence that counts. */
export const sourceWeights = (
  sources: readonly IndexSource[],
  phaseOf: (source: IndexSource) => number = () => 1,
): readonly number[] => cappedWeights(sources.map((source) => source.evidence * phaseOf(source)))

/** The weighted median of the middle prices. */
export const weightedMiddle = (sources: readonly IndexSource[], weights: readonly number[]): number | null =>
  middleOf(
    sources.map(({ price }) => price),
    weights,
  )

/** The weighted median; halfway between two values that have half of the weight each. */
export function middleOf(values: readonly number[], weights: readonly number[]): number | null {
  const pointsBy = (sign: 1 | -1) => values.map((value, at) => ({ value: sign * value, weight: weights[at] ?? 0 }))
  const [upper, lower] = [weightedMedian(pointsBy(1)), weightedMedian(pointsBy(-1))]
  return upper === null || lower === null ? null : (upper - lower) / 2
}

const maxShare = 0.4

/**
 * The evidence of several exchanges as weights of which none is more than 40 % of their sum. Two cannot be held to that:
 * there each counts for at most 40 % of what there is, so that they are equals where both have as much.
 */
export function cappedWeights(evidence: readonly number[]): readonly number[] {
  const cap = evidence.length < 3 ? maxShare * sumOf(evidence) : capOf(evidence)
  return evidence.map((each) => Math.min(each, cap))
}

/** The height at which the largest are cut, so that each of them is 40 % of what then remains. Never more than two are. */
function capOf(evidence: readonly number[]): number {
  const descending = [...evidence].sort((a, b) => b - a)
  for (let cut = 0; ; cut++) {
    const height = (maxShare * sumOf(descending.slice(cut))) / (1 - maxShare * cut)
    if (cut === 2 || (descending[cut] ?? 0) <= height) return height
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
