import { median } from './median.js'

/** A price and when it stood, in epoch milliseconds. */
export type Price = { readonly t: number; readonly price: number }

export type Hour = { /** Hours since the epoch. */ readonly hour: number; readonly prices: readonly number[] }

export const hourMs = 3_600_000

/** Groups prices in time order by clock hour. Busy hours weigh no more than quiet ones, and empty hours are absent. */
export function groupByHour(prices: readonly Price[]): readonly Hour[] {
  const hours: { hour: number; prices: number[] }[] = []
  for (const { t, price } of prices) {
    const hour = Math.floor(t / hourMs)
    const last = hours.at(-1)
    if (last?.hour === hour) last.prices.push(price)
    else hours.push({ hour, prices: [price] })
  }
  return hours
}

/** Figures of consecutive hours without gaps; `NaN` = absent. Window means use only the values present. */
export type HourGrid = { readonly first: number; readonly values: Float64Array }

export function medianGrid(hours: readonly Hour[], figure: (price: number) => number): HourGrid {
  const first = hours[0]?.hour ?? 0
  const last = hours.at(-1)?.hour ?? first - 1
  const values = new Float64Array(last - first + 1).fill(Number.NaN)
  for (const { hour, prices } of hours) values[hour - first] = median(prices.map(figure)) ?? Number.NaN
  return { first, values }
}

/** Mean of the values present in `from` to `to` (both included, counted on the grid) and how many there are. */
export function meanOf(
  values: ArrayLike<number>,
  from: number,
  to: number,
): { readonly mean: number; readonly count: number } {
  let sum = 0
  let count = 0
  for (let at = Math.max(0, from); at <= to && at < values.length; at++) {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return { mean: sum / count, count }
}
