import type { ExchangeId } from '@p2p-rates/core'
import type { ScheduledFault, SimulatedFault } from './fault.js'

export type ActiveFault = { readonly fault: SimulatedFault; readonly sinceMs: number }

export function createFaultSchedule(now: () => number) {
  const entries = new Map<symbol, ScheduledFault & { readonly fromMs: number }>()
  return {
    /** Returns the function that ends it. */
    add: (entry: ScheduledFault) => {
      const key = Symbol(entry.fault.kind)
      entries.set(key, { ...entry, fromMs: entry.fromMs ?? now() })
      return () => {
        entries.delete(key)
      }
    },
    clear: (exchange: ExchangeId | 'all') => {
      for (const [key, entry] of entries) if (exchange === 'all' || entry.exchange === exchange) entries.delete(key)
    },
    /** All faults that concern one request, oldest first. */
    activeAt: (atMs: number, exchange: ExchangeId, fiat: string | null) =>
      [...entries.values()]
        .filter(
          (entry) =>
            (entry.exchange === 'all' || entry.exchange === exchange) &&
            (entry.fiat === undefined || entry.fiat === fiat) &&
            entry.fromMs <= atMs &&
            atMs < (entry.untilMs ?? Number.POSITIVE_INFINITY),
        )
        .map(({ fault, fromMs }) => ({ fault, sinceMs: fromMs })),
  }
}

export type FaultSchedule = ReturnType<typeof createFaultSchedule>
