import type { OfficialRate } from './official-source.js'

const dayMs = 86_400_000

/** Maximum distance in days between a rate and the day: no bank pauses longer over holidays. */
const mostAgeDays = 14

/**
 * Official rate for a day: the newest of that day or before, since banks publish none on holidays. If only later rates are
 * known, the first of them. Null if no rate is near.
 */
export function effectiveRate(rates: readonly OfficialRate[], day: string): OfficialRate | null {
  const near = rates.filter((rate) => Math.abs(Date.parse(day) - Date.parse(rate.day)) <= mostAgeDays * dayMs)
  const begun = near.filter((rate) => rate.day <= day).toSorted(byDay)
  const coming = near.filter((rate) => rate.day > day).toSorted(byDay)
  return begun.at(-1) ?? coming[0] ?? null
}

const byDay = (one: OfficialRate, other: OfficialRate): number =>
  one.day < other.day ? -1 : Number(one.day > other.day)
