import type { SourceState } from '@p2p-rates/contract'
import { getOrCreate } from '../../base/get-or-create.js'
import {
  ageStepOf,
  type Condition,
  type Minute,
  minuteMs,
  minutesPerQuarter,
  mostAgeSteps,
  type Quarter,
  type SourceKey,
  sourceName,
} from '../history-stores.js'
import type { Counted } from './status-service.js'

/** Interval with one condition, in minutes since the epoch. The server took no samples between intervals. */
export type StatusInterval = { readonly from: number; readonly to: number; readonly condition: Condition }

/** An undisturbed period is a single interval, so a month of all sources takes little memory. */
export type Uptime = {
  firstMinute: number
  newestMinute: number | null
  readonly minutes: number
  readonly sources: Map<string, SourceUptime>
}

export type SourceUptime = SourceKey & {
  /** The oldest first. */
  intervals: StatusInterval[]
  /** Per quarter of an hour since the first minute. */
  readonly due: Uint16Array
  readonly answered: Uint16Array
  /** Per day since the first, how many checks found its data so old, step by step. */
  readonly ages: Uint16Array
}

export const minutesPerDay = 1_440

/** States in which an exchange cannot be used though it trades the currency. */
export const troubles = ['stale', 'frozen', 'blocked', 'held_out'] as const satisfies readonly SourceState[]

export const createUptime = (firstDay: number, days: number): Uptime => ({
  firstMinute: firstDay * minutesPerDay,
  newestMinute: null,
  minutes: days * minutesPerDay,
  sources: new Map(),
})

export const minuteOf = (ms: number): number => Math.floor(ms / minuteMs)
export const dayOf = (ms: number): number => Math.floor(ms / minuteMs / minutesPerDay)

export function isCovered({ firstMinute, minutes }: Uptime, ms: number): boolean {
  const minute = minuteOf(ms)
  return minute >= firstMinute && minute < firstMinute + minutes + minutesPerDay
}

/** Adds a stored sample and ignores one that is already held. Drops the oldest days to make room. */
export function applyMinute(uptime: Uptime, { startMs, glances }: Minute): void {
  const minute = minuteOf(startMs)
  dropOldestDays(uptime, minute)
  if (minute < uptime.firstMinute) return
  for (const { due, answered, state, cause, ageSeconds, ...key } of glances) {
    const source = sourceIn(uptime, key)
    if (!addInterval(source, { from: minute, to: minute + 1, condition: { state, cause } })) continue
    count(uptime, source, minute, { due, answered })
    if (ageSeconds !== null) countAge(uptime, source, minute, { step: ageStepOf(ageSeconds), checks: 1 })
  }
  if (glances.length > 0) uptime.newestMinute = Math.max(minute, uptime.newestMinute ?? 0)
}

/** Adds a stored quarter. Quarters must lie within the held days and come in order. */
export function applyQuarter(uptime: Uptime, { startMs, sources }: Quarter): void {
  for (const { stretches, due, answered, ages, ...key } of sources) {
    const source = sourceIn(uptime, key)
    let minute = minuteOf(startMs)
    for (const { minutes, condition } of stretches) {
      if (condition !== null) addInterval(source, { from: minute, to: minute + minutes, condition })
      minute += minutes
    }
    count(uptime, source, minuteOf(startMs), { due, answered })
    for (const [step, checks] of ages.entries()) countAge(uptime, source, minuteOf(startMs), { step, checks })
    uptime.newestMinute = Math.max(minute - 1, uptime.newestMinute ?? 0)
  }
}

/** Returns the sources of an exchange in these currencies. One that was never seen is left out. */
export const sourcesOf = ({ sources }: Uptime, exchange: string, fiats: readonly string[]): readonly SourceUptime[] =>
  fiats.flatMap((fiat) => sources.get(sourceName({ exchange, fiat })) ?? [])

const sourceIn = ({ sources, minutes }: Uptime, { exchange, fiat }: SourceKey): SourceUptime =>
  getOrCreate(sources, sourceName({ exchange, fiat }), () => ({
    exchange,
    fiat,
    intervals: [],
    due: new Uint16Array(minutes / minutesPerQuarter),
    answered: new Uint16Array(minutes / minutesPerQuarter),
    ages: new Uint16Array((minutes / minutesPerDay) * mostAgeSteps),
  }))

/** False if those minutes are already recorded. */
function addInterval(source: SourceUptime, interval: StatusInterval): boolean {
  const { intervals } = source
  const at = intervals.findLastIndex(({ from }) => from <= interval.from)
  const [before, after] = [intervals[at], intervals[at + 1]]
  if ((before !== undefined && before.to > interval.from) || (after !== undefined && after.from < interval.to))
    return false
  if (before !== undefined && before.to === interval.from && isSame(before.condition, interval.condition))
    intervals[at] = { ...before, to: interval.to }
  // A clock was set back: there are later ones already.
  else intervals.splice(at + 1, 0, interval)
  return true
}

export function intervalsWithin(
  intervals: readonly StatusInterval[],
  from: number,
  to: number,
): readonly StatusInterval[] {
  let [low, high] = [0, intervals.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((intervals[middle]?.to ?? 0) > from) high = middle
    else low = middle + 1
  }
  let end = low
  while (end < intervals.length && (intervals[end]?.from ?? to) < to) end++
  return intervals.slice(low, end)
}

export const isSame = (one: Condition | null, other: Condition | null): boolean =>
  one?.state === other?.state && one?.cause === other?.cause

function count({ firstMinute }: Uptime, source: SourceUptime, minute: number, { due, answered }: Counted): void {
  const quarter = Math.floor((minute - firstMinute) / minutesPerQuarter)
  source.due[quarter] = Math.min(0xffff, (source.due[quarter] ?? 0) + due)
  source.answered[quarter] = Math.min(0xffff, (source.answered[quarter] ?? 0) + answered)
}

function countAge(
  { firstMinute }: Uptime,
  { ages }: SourceUptime,
  minute: number,
  { step, checks }: { readonly step: number; readonly checks: number },
): void {
  const at = Math.floor((minute - firstMinute) / minutesPerDay) * mostAgeSteps + Math.min(step, mostAgeSteps - 1)
  ages[at] = Math.min(0xffff, (ages[at] ?? 0) + checks)
}

function dropOldestDays(uptime: Uptime, minute: number): void {
  const missing = minute - uptime.firstMinute + 1 - uptime.minutes
  if (missing <= 0) return
  const dropped = Math.min(Math.ceil(missing / minutesPerDay) * minutesPerDay, uptime.minutes)
  const first = uptime.firstMinute + dropped
  for (const source of uptime.sources.values()) {
    source.intervals = source.intervals
      .filter(({ to }) => to > first)
      .map((spell) => (spell.from < first ? { ...spell, from: first } : spell))
    shift(source.due, dropped / minutesPerQuarter)
    shift(source.answered, dropped / minutesPerQuarter)
    shift(source.ages, (dropped / minutesPerDay) * mostAgeSteps)
  }
  uptime.firstMinute = first
}

function shift(column: Uint16Array, dropped: number): void {
  column.copyWithin(0, dropped)
  column.fill(0, column.length - dropped)
}
