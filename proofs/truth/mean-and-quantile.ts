export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
