import { slotMs } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { HistoryEntry } from './history-store.js'

/** Returns the entries whose series may still change in this slot. */
export type ClosedSlotFilter = (slotStartMs: number, entries: readonly HistoryEntry[]) => readonly HistoryEntry[]

/**
 * Closes a slot one slot length after its first entry, by the monotonic clock. After the wall clock was set back, a
 * finished slot comes round again, and the prices that were served from it must not change.
 */
export function createClosedSlotFilter(clock: Pick<Clock, 'monoMs'>): ClosedSlotFilter {
  const newest = new Map<string, { readonly slotStartMs: number; readonly openedMonoMs: number }>()
  return (slotStartMs, entries) =>
    entries.filter(({ fiat, exchange }) => {
      const name = `${fiat} ${exchange}`
      const known = newest.get(name)
      if (known === undefined || slotStartMs > known.slotStartMs)
        newest.set(name, { slotStartMs, openedMonoMs: clock.monoMs() })
      return known?.slotStartMs !== slotStartMs || clock.monoMs() - known.openedMonoMs <= slotMs
    })
}
