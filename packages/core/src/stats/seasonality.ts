import type { Side } from '../currencies-and-sides.js'
import { slotMs, slotStartMs } from '../history/point.js'
import { pricesPerUnit, type Range, type Series } from '../history/series.js'
import { madToSigma } from '../trust/weighted-median.js'
import { hourMs } from './group-by-hour.js'
import { levelsWithoutWeeklyPattern } from './level-without-weekly-pattern.js'
import { createLocalTime } from './local-time.js'
import { median } from './median.js'

export type SeasonalCell = {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number
  readonly hour: number
  /** Above the middle of the week around it; `null`: nothing is known. */
  readonly deltaPct: number | null
  /** Number of dates behind the figure. */
  readonly count: number
}

export type Seasonality = {
  /** From Monday 0 o'clock on: all 168 hours of a week. */
  readonly cells: readonly SeasonalCell[]
  /** Usual distance of a single week from the cells, in percent; `null` if no cell has data of two weeks. */
  readonly noisePct: number | null
  readonly sinceMs: number | null
}

/**
 * Hours of the week in which a price usually lies above or below its own week, in local time.
 *
 * Remove the trend first: compare the logarithm of each price with the level of the week around it, see `levelsWithoutWeeklyPattern`.
 * Each hour of a date keeps the median of its differences. A cell is the median over its dates, so that one unusual
 * week decides nothing.
 */
export function seasonality(series: Series, range: Range, side: Side, timeZone: string): Seasonality {
  const prices = logsOf(series, range, side)
  const hours = hoursOfWeek(hourlyLogs(series, range, prices), prices, timeZone)
  const middles = hours.map((residuals) => median(residuals))
  const distances = hours.flatMap((residuals, at) =>
    residuals.length < 2 ? [] : residuals.map((residual) => Math.abs(residual - (middles[at] ?? 0))),
  )
  const distance = median(distances)
  return {
    cells: hours.map((residuals, at) => ({
      weekday: Math.floor(at / 24) + 1,
      hour: at % 24,
      deltaPct: percentOf(middles[at] ?? null),
      count: residuals.length,
    })),
    noisePct: percentOf(distance === null ? null : madToSigma * distance),
    sinceMs: prices[0]?.atMs ?? null,
  }
}

const percentOf = (logarithm: number | null): number | null => (logarithm === null ? null : Math.expm1(logarithm) * 100)

const hoursPerWeek = 168
/** The first of 1970 was a Thursday. */
const daysFromMonday = 3

/** Differences from the week's level by hour of the local week, one per date. A repeated hour counts once. */
function hoursOfWeek(
  { first, logs }: HourlyLogs,
  prices: readonly LogPrice[],
  timeZone: string,
): readonly (readonly number[])[] {
  const localTime = createLocalTime(timeZone)
  const levels = levelsWithoutWeeklyPattern(logs)
  const byLocalHour = new Map<number, number[]>()
  for (const { atMs, log } of prices) {
    const level = levels[Math.floor(atMs / hourMs) - first] ?? Number.NaN
    if (Number.isNaN(level)) continue
    const localHour = Math.floor(localTime(atMs) / hourMs)
    const own = byLocalHour.get(localHour)
    if (own === undefined) byLocalHour.set(localHour, [log - level])
    else own.push(log - level)
  }
  const hours = Array.from({ length: hoursPerWeek }, (): number[] => [])
  for (const [localHour, residuals] of byLocalHour)
    hours[(localHour + daysFromMonday * 24) % hoursPerWeek]?.push(median(residuals) ?? 0)
  return hours
}

type LogPrice = { readonly atMs: number; readonly log: number }

function logsOf(series: Series, { from, to }: Range, side: Side): readonly LogPrice[] {
  const column = side === 'BUY' ? series.buy : series.sell
  const prices: LogPrice[] = []
  for (let index = from; index < to; index++) {
    const price = column[index] ?? 0
    if (price > 0) prices.push({ atMs: slotStartMs(series.firstSlot + index), log: Math.log(price / pricesPerUnit) })
  }
  return prices
}

const slotsPerHour = hourMs / slotMs

/** The median of every clock hour (UTC) from the first on; `NaN` where nothing is known. */
type HourlyLogs = { readonly first: number; readonly logs: Float64Array }

function hourlyLogs({ firstSlot }: Series, { from, to }: Range, prices: readonly LogPrice[]): HourlyLogs {
  const first = Math.floor((firstSlot + from) / slotsPerHour)
  const hours = Math.max(0, Math.ceil((firstSlot + to) / slotsPerHour) - first)
  const byHour = Array.from({ length: hours }, (): number[] => [])
  for (const { atMs, log } of prices) byHour[Math.floor(atMs / hourMs) - first]?.push(log)
  return { first, logs: Float64Array.from(byHour, (own) => median(own) ?? Number.NaN) }
}
