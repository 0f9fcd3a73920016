import { madToSigma } from '../trust/weighted-median.js'
import { type Hour, hourMs, meanOf, medianGrid } from './group-by-hour.js'
import { median } from './median.js'

/** Current price relative to the last day, in units of the market's volatility. Low is cheap for a buyer. */
export const verdicts = ['very_low', 'low', 'normal', 'high', 'very_high', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

/** `volatility` as a fraction (0.0034 = 0.34 %); `null` = not yet known. */
export function verdictOf(priceNow: number, average24h: number, volatility: number | null): Verdict {
  if (volatility === null) return 'unknown'
  const z = Math.log(priceNow / average24h) / volatility
  if (z <= -2) return 'very_low'
  if (z <= -0.75) return 'low'
  if (z < 0.75) return 'normal'
  return z < 2 ? 'high' : 'very_high'
}

/** Usual distance of an hour from the mean of its last 24 hours, over a week; `null` with fewer than 24 such hours. */
export function volatilityOf(hours: readonly Hour[], nowMs: number): number | null {
  const { first, values } = medianGrid(hours, (price) => price)
  const hourNow = Math.floor(nowMs / hourMs) - first
  const distances: number[] = []
  for (let at = Math.max(0, hourNow - weekHours); at < hourNow && at < values.length; at++) {
    const value = values[at] ?? Number.NaN
    const day = meanOf(values, at - 23, at)
    if (!Number.isNaN(value) && day.count >= 12) distances.push(Math.abs(Math.log(value / day.mean)))
  }
  const usual = median(distances)
  if (usual === null || distances.length < 24) return null
  return Math.min(Math.max(madToSigma * usual, 0.001), 0.03)
}

const weekHours = 168
