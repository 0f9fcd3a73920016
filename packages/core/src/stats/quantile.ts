/** The value below which a share `at` (0 to 1) of the values lies, interpolated linearly; `null` without values. */
export function quantile(values: ArrayLike<number>, at: number): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const position = Math.min(Math.max(at, 0), 1) * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? 0
  const share = position - Math.floor(position)
  return below * (1 - share) + above * share
}
