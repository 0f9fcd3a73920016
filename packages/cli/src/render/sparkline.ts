const blocks = '▁▂▃▄▅▆▇█'

export function sparkline(values: readonly (number | null)[], width: number): string {
  const points = squeeze(values, width)
  const known = points.filter((value) => value !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  return points
    .map((value) => {
      if (value === null) return ' '
      const level = range === 0 ? 3 : Math.round(((value - low) / range) * (blocks.length - 1))
      return blocks[level]
    })
    .join('')
}

export function squeeze(values: readonly (number | null)[], width: number): (number | null)[] {
  if (values.length <= width) return [...values]
  return Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * values.length) / width)
    const known = values
      .slice(from, Math.max(from + 1, Math.floor(((index + 1) * values.length) / width)))
      .filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}
