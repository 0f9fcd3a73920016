import type { FormulaPoint } from '@p2p-rates/contract'
import type { Gap, PriceTimeSeries } from '../../charts/price-time-series.js'

/** The record keeps two points of each half hour: what lies farther apart than those of two neighbours is a gap. */
const farthestMs = 3_600_000

/** The price by the rule, and the one that it begins with. The points stand where they were recorded. */
export function pastPriceSeries(points: readonly FormulaPoint[], fromMs: number, toMs: number): PriceTimeSeries {
  const times: number[] = []
  const values: (number | null)[] = []
  const bases: (number | null)[] = []
  const gaps: Gap[] = []
  const add = (atMs: number, value: number | null, base: number | null): void => {
    times.push(atMs)
    values.push(value)
    bases.push(base)
  }
  /** An instant without a price keeps a line from running over the gap. */
  const addGap = (startMs: number, endMs: number, atMs: number): void => {
    if (endMs - startMs <= farthestMs) return
    add(atMs, null, null)
    gaps.push({ fromMs: startMs, toMs: endMs })
  }
  let lastMs = fromMs
  for (const { t, value, base } of points) {
    const atMs = Date.parse(t)
    addGap(lastMs, atMs, lastMs === fromMs ? fromMs : lastMs + (atMs - lastMs) / 2)
    add(atMs, value, base)
    lastMs = atMs
  }
  addGap(lastMs, toMs, toMs)
  return { times, series: [values, bases], stepMs: farthestMs / 2, gaps }
}
