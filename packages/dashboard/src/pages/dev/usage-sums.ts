import type { UsageOfDay, UsageOfKey, UsageReport } from '@p2p-rates/contract'

export type UsageCounts = Pick<UsageOfDay, 'requests' | 'counted' | 'errors' | 'limited'>

const nothing: UsageCounts = { requests: 0, counted: 0, errors: 0, limited: 0 }

const plus = (one: UsageCounts, other: UsageCounts): UsageCounts => ({
  requests: one.requests + other.requests,
  counted: one.counted + other.counted,
  errors: one.errors + other.errors,
  limited: one.limited + other.limited,
})

export const sumOf = (lines: readonly UsageCounts[]): UsageCounts => lines.reduce(plus, nothing)

export function sumsBy<Line extends UsageCounts>(lines: readonly Line[], nameOf: (line: Line) => string) {
  const sums = new Map<string, UsageCounts>()
  for (const line of lines) sums.set(nameOf(line), plus(sums.get(nameOf(line)) ?? nothing, line))
  return [...sums]
    .map(([name, figures]) => ({ name, ...figures }))
    .toSorted((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
}

export type UsageFilter = { readonly month: string; readonly key: string; readonly endpoint: string }

export const linesOf = ({ keys }: UsageReport, { month, key, endpoint }: UsageFilter): readonly UsageOfKey[] =>
  keys.filter(
    (line) =>
      line.day.startsWith(month) &&
      (key === '' || line.key_prefix === key) &&
      (endpoint === '' || line.endpoint === endpoint),
  )

/** The month of an instant as usage counts it, by UTC: `2026-11`. */
export const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7)

export function daysOf(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}

/** The endpoint returns at most 90 days: the months with all days, newest first. */
export function knownMonths(nowMs: number): readonly string[] {
  const oldestDay = new Date(nowMs - 89 * 86_400_000).toISOString().slice(0, 10)
  const now = new Date(nowMs)
  return [0, 1, 2, 3]
    .map((back) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)))
    .filter((month) => `${month}-01` >= oldestDay)
}

/** Monthly usage at the current pace, rounded to 3 digits. Null on the first day, when the pace says little. */
export function projected(used: number, nowMs: number): number | null {
  const now = new Date(nowMs)
  const fromMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const toMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const passed = (nowMs - fromMs) / (toMs - fromMs)
  if (nowMs - fromMs < 86_400_000) return null
  return Math.max(used, Math.round(Number((used / passed).toPrecision(3))))
}
