import type { SeasonalHour, Seasonality } from '@p2p-rates/contract'

/** Seven days from Monday, 24 hours each: how an hour usually lies against its own week, and how many stand behind it. */
export type WeekOfHours = readonly (readonly SeasonalHour[])[]

/** Minimum number of observed hours; with fewer, a single hour would decide. */
const fewestHours = 3

export const weekOf = ({ weekdays }: Seasonality): WeekOfHours =>
  weekdays.toSorted((a, b) => a.weekday - b.weekday).map(({ hours }) => hours.toSorted((a, b) => a.hour - b.hour))

/** Percent below or above the week; `null` where too few hours stand behind it. */
export const deltaOf = ({ delta_pct, count }: SeasonalHour): number | null => (count < fewestHours ? null : delta_pct)

/** From 0 (dearer, equal, or cheaper by less than 0.05 %) to 4 (cheaper by 0.20 % or more). */
export const heatOf = (pct: number): number => Math.max(0, Math.min(4, Math.floor(-pct / 0.05 + 1e-9)))

export function hourRanges(hours: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && last.to === hour) last.to = hour + 1
    else ranges.push({ from: hour, to: hour + 1 })
  }
  return ranges
}

const hourMs = 3_600_000

export function spansInHours(
  hours: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  aheadOf: (atMs: number) => number,
): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = []
  for (let startMs = Math.floor(fromMs / hourMs) * hourMs; startMs < toMs; startMs += hourMs) {
    if (!hours.includes((startMs / hourMs + aheadOf(startMs)) % 24)) continue
    const last = spans.at(-1)
    const endMs = Math.min(toMs, startMs + hourMs)
    if (last?.toMs === startMs) last.toMs = endMs
    else spans.push({ fromMs: Math.max(fromMs, startMs), toMs: endMs })
  }
  return spans
}
