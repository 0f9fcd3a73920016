import type { ExchangeHistory, SourceHistory } from '@p2p-rates/contract'

type Grid = Pick<SourceHistory, 'from_at' | 'slot_seconds'>

export const slotStartMs = ({ from_at, slot_seconds }: Grid, slot: number): number =>
  Date.parse(from_at) + slot * slot_seconds * 1000

/** Intervals of one exchange, newest first. A state of null: the server did not look; an end of null: until now. */
export function stateIntervals(grid: Grid, { exchange, parts }: Pick<ExchangeHistory, 'exchange' | 'parts'>) {
  let slot = 0
  const intervals = parts.map(({ state, slots }, at) => {
    const fromMs = slotStartMs(grid, slot)
    slot += slots
    return { exchange, state, fromMs, toMs: at === parts.length - 1 ? null : slotStartMs(grid, slot) }
  })
  // Before the first check there is no data.
  return intervals.filter(({ state }, at) => state !== null || at > 0).toReversed()
}

export function sharesOf({ parts }: Pick<ExchangeHistory, 'parts'>): readonly (readonly [string | null, number])[] {
  const counts = new Map<string | null, number>()
  for (const { state, slots } of parts) counts.set(state, (counts.get(state) ?? 0) + slots)
  const all = parts.reduce((sum, { slots }) => sum + slots, 0)
  return [...counts].map(([state, slots]) => [state, (slots / all) * 100] as const).toSorted(([, a], [, b]) => b - a)
}
