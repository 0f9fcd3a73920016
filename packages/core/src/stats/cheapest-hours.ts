import { madToSigma } from '../trust/weighted-median.js'
import { type Hour, hourMs, medianGrid } from './group-by-hour.js'
import { createLocalTime } from './local-time.js'
import { median } from './median.js'

/** An hour of the Kyiv day in which buying is reliably cheaper than around it. */
export type CheapHour = { readonly hour: number; readonly deltaPct: number }

/**
 * At most three hours, cheapest first; empty when no hour is reliably cheap. Each price is compared with the day around
 * it, because a plain mean per hour reports a trend as a time of day.
 */
export function cheapestHours(hours: readonly Hour[]): readonly CheapHour[] {
  const residualsByHour = groupByKyivHour(detrend(hours))
  let count = 0
  for (const residuals of residualsByHour.values()) count += residuals.length
  if (count < 120) return []

  const effects: Effect[] = []
  for (const [hour, residuals] of residualsByHour) if (residuals.length >= 5) effects.push(effectOf(hour, residuals))
  const offset = effects.reduce((sum, { shrunk }) => sum + shrunk, 0) / effects.length
  const noise = madToSigma * (median(effects.flatMap(({ distances }) => distances)) ?? 0)

  return effects
    .map((effect) => ({ ...effect, delta: effect.shrunk - offset }))
    .filter((effect) => effect.delta <= -Math.max(0.001, noise))
    .filter((effect) => effect.middle / effect.standardError <= -3 && effect.negativeShare >= 0.85)
    .sort((a, b) => a.delta - b.delta || a.hour - b.hour)
    .slice(0, 3)
    .map(({ hour, delta }) => ({ hour, deltaPct: delta * 100 }))
}

type Effect = {
  readonly hour: number
  readonly middle: number
  /** Pulled towards zero while days are few. */
  readonly shrunk: number
  readonly standardError: number
  readonly negativeShare: number
  readonly distances: readonly number[]
}

function effectOf(hour: number, residuals: readonly number[]): Effect {
  const days = residuals.length
  const middle = median(residuals) ?? 0
  const distances = residuals.map((residual) => Math.abs(residual - middle))
  const spread = madToSigma * (median(distances) ?? 0)
  return {
    hour,
    middle,
    shrunk: (middle * days) / (days + 2),
    standardError: Math.max(1.2533 * spread, 0.0003) / Math.sqrt(days),
    negativeShare: residuals.filter((residual) => residual < 0).length / days,
    distances,
  }
}

type Residual = { readonly t: number; readonly value: number }

/** Log price of an hour minus the mean of the day centred on it. The oldest and newest 12 hours have no such day. */
function detrend(hours: readonly Hour[]): readonly Residual[] {
  const { first, values } = medianGrid(hours, Math.log)
  const residuals: Residual[] = []
  for (let at = 12; at < values.length - 12; at++) {
    const value = values[at] ?? Number.NaN
    const centre = centredMean(values, at)
    if (!Number.isNaN(value) && centre !== null) residuals.push({ t: (first + at) * hourMs, value: value - centre })
  }
  return residuals
}

/** Half weight at both ends makes 25 values one day. `null` with fewer than 9 of 12 hours on either side. */
function centredMean(values: Float64Array, at: number): number | null {
  let sum = 0
  let weight = 0
  let before = 0
  let after = 0
  for (let offset = -12; offset <= 12; offset++) {
    const value = values[at + offset] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const share = Math.abs(offset) === 12 ? 0.5 : 1
    sum += share * value
    weight += share
    if (offset < 0) before++
    if (offset > 0) after++
  }
  return before >= 9 && after >= 9 ? sum / weight : null
}

/** One residual per date and hour in Kyiv. The hour that the autumn change repeats counts once. */
function groupByKyivHour(residuals: readonly Residual[]): ReadonlyMap<number, readonly number[]> {
  const byLocalHour = new Map<number, { sum: number; count: number }>()
  for (const { t, value } of residuals) {
    const localHour = Math.floor(kyivTime(t) / hourMs)
    const seen = byLocalHour.get(localHour) ?? { sum: 0, count: 0 }
    seen.sum += value
    seen.count++
    byLocalHour.set(localHour, seen)
  }

  const byHour = new Map<number, number[]>()
  for (const [localHour, { sum, count }] of byLocalHour) {
    const hour = localHour % 24
    byHour.set(hour, [...(byHour.get(hour) ?? []), sum / count])
  }
  return byHour
}

const kyivTime = createLocalTime('Europe/Kyiv')
