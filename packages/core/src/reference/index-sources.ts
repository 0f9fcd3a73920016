import { weightedMedian } from '../trust/weighted-median.js'
import { cappedWeights } from './capped-weights.js'

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
