import type { ExchangeId } from '@p2p-rates/core'
import type { ScheduledFault, SimulatedFault } from './fault.js'

export type ActiveFault = { readonly fault: SimulatedFault; readonly sinceMs: number }

export type FaultSchedule = {
  /** Returns the function that ends it. */
  readonly add: (entry: ScheduledFault) => () => void
  readonly clear: (exchange: ExchangeId | 'all') => void
  /** All faults that concern one request, oldest first. */
  readonly activeAt: (atMs: number, exchange: ExchangeId, fiat: string | null) => readonly ActiveFault[]
}

export function createFaultSchedule(now: () => number): FaultSchedule {
  const entries = new Map<symbol, ScheduledFault & { readonly fromMs: number }>()
  return {
    add: (entry) => {
      const key = Symbol(entry.fault.kind)
      entries.set(key, { ...entry, fromMs: entry.fromMs ?? now() })
      return () => {
        entries.delete(key)
      }
    },
    clear: (exchange) => {
      for (const [key, entry] of entries) if (exchange === 'all' || entry.exchange === exchange) entries.delete(key)
    },
    activeAt: (atMs, exchange, fiat) =>
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
