import { LRUCache } from 'lru-cache'
import type { Clock } from '../../time/clock.js'
import { admit, createSlidingWindow, remaining, type SlidingWindow, secondsUntilReset } from '../sliding-window.js'

/** How often something is heard within a span of time, by the name of who tries it. */
export interface AuthRateLimit {
  /** Seconds to wait when it is known that the budget is used up. Null promises nothing: nobody is asked. */
  blockedFor(name: string): number | null
  /** Counts it; or the seconds to wait, and then nothing is counted. It is never rejected. */
  count(name: string): number | null | Promise<number | null>
}

export type BudgetSize = { readonly most: number; readonly spanMs: number }

/** Counts what this server hears. Beyond the table the longest idle are forgotten. */
export function createAttemptBudget({ clock, most, spanMs }: BudgetSize & { readonly clock: Clock }) {
  const known = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    blockedFor: (name: string): number | null => {
      const window = known.get(name)
      if (window === undefined || remaining(window, most, clock.monoMs()) > 0) return null
      return secondsUntilReset(window, most, clock.monoMs())
    },
    count: (name: string): number | null => {
      const window = known.get(name) ?? createSlidingWindow(spanMs)
      known.set(name, window)
      const nowMs = clock.monoMs()
      return admit(window, most, nowMs) ? null : secondsUntilReset(window, most, nowMs)
    },
  }
}
