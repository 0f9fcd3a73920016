/** The value in the middle, or halfway between the two in the middle; `null` without values. */
export function median(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const position = (sorted.length - 1) / 2
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? 0
  const share = position - Math.floor(position)
  return below * (1 - share) + above * share
}
