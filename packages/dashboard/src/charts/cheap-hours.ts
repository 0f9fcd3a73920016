import type { Candle } from '@p2p-rates/contract'
import { createTimes, type Zone } from '../formats/times.js'

/** How an hour of a weekday usually stands to its own day: a fraction below or above; `null` with fewer than three days. */
export type WeekOfHours = readonly (readonly (number | null)[])[]

const fewestDays = 3

/**
 * Seven days from Monday, 24 hours each: the median of how far each hour's price lies from the mean of its Kyiv
 * day. The place of an hour is by the clock that is shown.
 */
export function weekOfHours(candles: readonly Candle[], zone: Zone): WeekOfHours {
  const kyiv = createTimes('en', 'kyiv')
  const shown = createTimes('en', zone)
  // The middle of an hour: its closing price belongs to the next one as much.
  const hours = candles.flatMap(({ t, buy }) =>
    buy === null ? [] : [{ atMs: Date.parse(t), price: (buy.open + buy.close) / 2 }],
  )

  const days = new Map<string, { sum: number; count: number }>()
  const dated = hours.map((hour) => ({ ...hour, day: kyiv.place(hour.atMs).date }))
  for (const { day, price } of dated) {
    const { sum, count } = days.get(day) ?? { sum: 0, count: 0 }
    days.set(day, { sum: sum + price, count: count + 1 })
  }

  const cells: number[][][] = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => []))
  for (const { atMs, price, day } of dated) {
    const { sum, count } = days.get(day) ?? { sum: price, count: 1 }
    const { weekday, hour } = shown.place(atMs)
    cells[weekday]?.[hour]?.push(price / (sum / count) - 1)
  }
  return cells.map((row) => row.map((values) => (values.length < fewestDays ? null : median(values))))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}

/** From 0 (dearer, equal, or cheaper by less than 0.05 %) to 4 (cheaper by 0.20 % or more). */
export const heatOf = (delta: number): number => Math.max(0, Math.min(4, Math.floor(-delta / 0.0005 + 1e-9)))

/** Hours of the Kyiv day by the clock that is shown, in order. A clock between the hours keeps its minutes. */
export const shiftedHours = (hours: readonly number[], shift: number): readonly number[] =>
  hours.map((hour) => (hour + shift + 24) % 24).toSorted((a, b) => a - b)

/** `05:00` */
export const hourText = (hour: number): string =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`

/** Hours that follow each other, as stretches: what a ring goes around. */
export function stretchesOf(hours: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last !== undefined && last.to === hour) last.to = hour + 1
    else stretches.push({ from: hour, to: hour + 1 })
  }
  return stretches
}
