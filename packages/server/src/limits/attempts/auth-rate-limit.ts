import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/time/clock.js'
import { admit, createSlidingWindow, remaining, type SlidingWindow, secondsUntilReset } from '../sliding-window.js'

export interface AuthRateLimit {
  /** Seconds to wait if the budget is known to be used up. Null may be wrong: this call does no I/O. */
  blockedFor(name: string): number | null
  /** Counts an attempt and returns null, or returns the seconds to wait and counts nothing. Never rejects. */
  countAttempt(name: string): number | null | Promise<number | null>
}

export type AuthRateLimitSize = { readonly most: number; readonly spanMs: number }

/** Counts in memory. An LRU: the longest idle names are evicted. */
export function createAuthRateLimit({ clock, most, spanMs }: AuthRateLimitSize & { readonly clock: Clock }) {
  const known = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    blockedFor: (name: string): number | null => {
      const window = known.get(name)
      if (window === undefined || remaining(window, most, clock.monoMs()) > 0) return null
      return secondsUntilReset(window, most, clock.monoMs())
    },
    countAttempt: (name: string): number | null => {
      const window = known.get(name) ?? createSlidingWindow(spanMs)
      known.set(name, window)
      const nowMs = clock.monoMs()
      return admit(window, most, nowMs) ? null : secondsUntilReset(window, most, nowMs)
    },
  }
}
