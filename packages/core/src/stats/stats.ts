import { type CheapHour, cheapestHours } from './cheapest-hours.js'
import { groupByHour, hourMs, type Price } from './group-by-hour.js'
import { lowestPrice, meanPrice, percentAbove } from './mean-and-lowest-price.js'
import { type Verdict, verdictOf, volatilityOf } from './verdict-and-volatility.js'

/** Comparison of the current buying price with the past, unrounded. */
export type Stats = {
  readonly bestBuyNow: number
  readonly average24h: number
  readonly average7d: number
  readonly lowest24h: number
  readonly deltaVs24hPct: number
  readonly deltaVs7dPct: number
  readonly verdict: Verdict
  readonly cheapestHoursKyiv: readonly CheapHour[]
  /** Prices of the last 7 days that stand behind the figures. */
  readonly dataPoints: number
}

export type StatsInput = {
  /** Best buy prices in time order, up to 30 days back. A point without one is left out. */
  readonly points: readonly { readonly t: number; readonly buy: number | null }[]
  readonly bestBuyNow: number
  readonly nowMs: number
}

/**
 * Compare the current buy price with past ones: averages, verdict, cheapest hours. Null if the last 7 days have fewer
 * than 2 prices or the last 24 hours have none.
 */
export function marketStats({ points, bestBuyNow, nowMs }: StatsInput): Stats | null {
  const month = pricesBetween(points, nowMs - 30 * dayMs, nowMs)
  const week = month.filter(({ t }) => t >= nowMs - 7 * dayMs)
  const day = week.filter(({ t }) => t >= nowMs - dayMs)
  const average24h = meanPrice(day)
  const average7d = meanPrice(week)
  if (average24h === null || average7d === null || week.length < 2) return null

  const hours = groupByHour(month)
  return {
    bestBuyNow,
    average24h,
    average7d,
    lowest24h: lowestPrice(day, bestBuyNow),
    deltaVs24hPct: percentAbove(bestBuyNow, average24h),
    deltaVs7dPct: percentAbove(bestBuyNow, average7d),
    verdict: verdictOf(bestBuyNow, average24h, volatilityOf(hours, nowMs)),
    cheapestHoursKyiv: cheapestHours(hours),
    dataPoints: week.length,
  }
}

const dayMs = 24 * hourMs

function pricesBetween(points: StatsInput['points'], fromMs: number, toMs: number): readonly Price[] {
  const prices: Price[] = []
  for (const { t, buy } of points) {
    if (buy !== null && buy > 0 && t >= fromMs && t <= toMs) prices.push({ t, price: buy })
  }
  return prices
}
