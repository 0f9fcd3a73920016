import type { GapInput, SlotState, SourceState } from '@p2p-rates/contract'
import { minuteMs, minutesPerQuarter } from '../history-stores.js'
import { consecutiveRunsOf, partsOf } from './consecutive-runs.js'
import { type SourceUptime, troubles, type Uptime } from './uptime.js'

/** Time grid of `slots` slots with `slotMinutes` minutes each. `fromMinute` begins a quarter of an hour. */
export type SlotGrid = { readonly fromMinute: number; readonly slots: number; readonly slotMinutes: number }

export const exchangeUptime = (uptime: Uptime, sources: readonly SourceUptime[], grid: SlotGrid) => ({
  /** An entry is `null` if the server took no sample. */
  slots: talliesOf(sources, grid).map(slotStateOf),
  due: sumCounts(uptime, sources, grid, 'due'),
  answered: sumCounts(uptime, sources, grid, 'answered'),
  longestGap: longestGap(uptime, sources, grid),
})

const quiet = ['empty', 'unsupported'] as const satisfies readonly SourceState[]

type Tally = Map<SourceState, number>

function talliesOf(sources: readonly SourceUptime[], { fromMinute, slots, slotMinutes }: SlotGrid): readonly Tally[] {
  const tallies = Array.from({ length: slots }, (): Tally => new Map())
  for (const { intervals } of sources)
    for (const { from, to, condition } of intervals) {
      const first = Math.max(0, Math.floor((from - fromMinute) / slotMinutes))
      const last = Math.min(slots - 1, Math.floor((to - 1 - fromMinute) / slotMinutes))
      for (let slot = first; slot <= last; slot++) {
        const start = fromMinute + slot * slotMinutes
        const minutes = Math.min(to, start + slotMinutes) - Math.max(from, start)
        const tally = tallies[slot]
        tally?.set(condition.state, (tally.get(condition.state) ?? 0) + minutes)
      }
    }
  return tallies
}

/** Nine checks of ten decide: one currency of many, or one minute, makes no other picture. */
const majority = 0.9

function slotStateOf(tally: Tally): SlotState | null {
  const live = tally.get('live') ?? 0
  const amiss = sum(troubles.map((state) => tally.get(state) ?? 0))
  if (live + amiss === 0) return mostFrequent(tally, quiet)
  if (live >= majority * (live + amiss)) return 'live'
  return amiss >= majority * (live + amiss) ? mostFrequent(tally, troubles) : 'partly'
}

function mostFrequent(tally: Tally, states: readonly SourceState[]): SourceState | null {
  const [first] = states
    .filter((state) => tally.has(state))
    .toSorted((a, b) => (tally.get(b) ?? 0) - (tally.get(a) ?? 0))
  return first ?? null
}

function sumCounts(
  { firstMinute }: Uptime,
  sources: readonly SourceUptime[],
  { fromMinute, slots, slotMinutes }: SlotGrid,
  what: 'due' | 'answered',
): number {
  const [from = 0, to = 0] = [fromMinute, fromMinute + slots * slotMinutes].map((minute) =>
    Math.max(0, (minute - firstMinute) / minutesPerQuarter),
  )
  return sum(sources.map((source) => sum(source[what].subarray(from, to))))
}

/** In which order currencies decide about an exchange: it can be used where one of them can. */
const ranks: readonly (readonly SourceState[])[] = [quiet, troubles, ['live']]
const amissRank = 2

/** The longest time in which none of its currencies could be used. */
function longestGap(
  { newestMinute }: Uptime,
  sources: readonly SourceUptime[],
  { fromMinute, slots, slotMinutes }: SlotGrid,
): GapInput | null {
  const best = new Uint8Array(slots * slotMinutes)
  for (const [index, states] of ranks.entries())
    for (const { intervals } of sources)
      for (const { from, to, condition } of intervals)
        if (states.includes(condition.state))
          best.fill(index + 1, Math.max(0, from - fromMinute), Math.max(0, to - fromMinute))
  const parts = [...partsOf(best, fromMinute)].map(({ kind, from, to }) => ({
    kind: kind === amissRank ? ('gap' as const) : null,
    from,
    to,
  }))
  const [longest] = consecutiveRunsOf(parts, (newestMinute ?? 0) + 1).toSorted(
    (a, b) => b.to - b.from - (a.to - a.from),
  )
  if (longest === undefined) return null
  const { from, to, isOpen } = longest
  return { startMs: from * minuteMs, endMs: isOpen ? null : to * minuteMs, seconds: (to - from) * 60 }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}
