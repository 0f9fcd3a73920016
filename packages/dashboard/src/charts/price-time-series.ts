export type PricePoint = { readonly atMs: number; readonly prices: readonly (number | null)[] }

export type Gap = { readonly fromMs: number; readonly toMs: number }

/** Prices on an even grid, every slot of it, so that a gap stays a gap. */
export type PriceTimeSeries = {
  readonly times: readonly number[]
  readonly series: readonly (readonly (number | null)[])[]
  readonly stepMs: number
  readonly gaps: readonly Gap[]
}

type Span = { readonly fromMs: number; readonly toMs: number; readonly stepMs: number }

/** Treats absent slots like slots without a price. Stretches of at least 4 slots become gaps, labelled with their length. */
export function priceTimeSeries(
  points: readonly PricePoint[],
  seriesCount: number,
  { fromMs, toMs, stepMs }: Span,
): PriceTimeSeries {
  const first = Math.ceil(fromMs / stepMs)
  const last = Math.floor(toMs / stepMs)
  const bySlot = new Map(points.map(({ atMs, prices }) => [Math.floor(atMs / stepMs), prices]))
  const times: number[] = []
  const series: (number | null)[][] = Array.from({ length: seriesCount }, () => [])
  const gaps: Gap[] = []
  let emptySince: number | null = null

  const closeGap = (slot: number) => {
    if (emptySince !== null && slot - emptySince >= slotsOfAGap)
      gaps.push({ fromMs: emptySince * stepMs, toMs: slot * stepMs })
    emptySince = null
  }

  for (let slot = first; slot <= last; slot++) {
    const prices = bySlot.get(slot) ?? []
    times.push(slot * stepMs)
    for (const [at, list] of series.entries()) list.push(prices[at] ?? null)
    if (prices.some((price) => price !== null)) closeGap(slot)
    else emptySince ??= slot
  }
  closeGap(last + 1)
  return { times, series, stepMs, gaps }
}

const slotsOfAGap = 4

/** The series of one side; those of both sides alternate, buying first. */
export const ofSide = (grid: PriceTimeSeries, side: 'buy' | 'sell'): PriceTimeSeries => ({
  ...grid,
  series: grid.series.filter((_, at) => at % 2 === (side === 'buy' ? 0 : 1)),
})

/** The slot nearest to a place that has a price; `null` where there is none at all. */
export function nearestPriced({ series }: PriceTimeSeries, at: number): number | null {
  const length = series[0]?.length ?? 0
  for (let away = 0; away < length; away++)
    for (const slot of [at - away, at + away]) if (series.some((list) => (list[slot] ?? null) !== null)) return slot
  return null
}

/** The next slot with a price in a direction; the same one at the end. */
export function nextPriced({ series }: PriceTimeSeries, from: number, step: number): number {
  const length = series[0]?.length ?? 0
  const direction = Math.sign(step)
  let found = from
  let left = Math.abs(step)
  for (let slot = from + direction; slot >= 0 && slot < length && left > 0; slot += direction)
    if (series.some((list) => (list[slot] ?? null) !== null)) {
      found = slot
      left -= 1
    }
  return found
}
