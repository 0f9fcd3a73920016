export type Weighted = { readonly value: number; readonly weight: number }

/**
 * The value with half of the weight on either side, always one of the given values. An exact tie goes to the larger
 * one. Values are costs here, so a tie never favours a tempting price.
 */
export function weightedMedian(points: readonly Weighted[]): number | null {
  // Weights are part of the order, so that the answer does not depend on how the points arrived.
  const sorted = [...points].sort((a, b) => a.value - b.value || a.weight - b.weight)
  let total = 0
  for (const point of sorted) total += point.weight
  if (!(total > 0)) return null

  const half = (total / 2) * (1 + 1e-12)
  let below = 0
  for (const point of sorted) {
    below += point.weight
    if (below > half) return point.value
  }
  return sorted.at(-1)?.value ?? null
}

/** Makes a median absolute deviation comparable with a standard deviation. */
export const madToSigma = 1.4826

export const weightedSpread = (points: readonly Weighted[], centre: number): number =>
  madToSigma * (weightedMedian(points.map(({ value, weight }) => ({ value: Math.abs(value - centre), weight }))) ?? 0)
