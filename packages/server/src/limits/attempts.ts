import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.js'
import { admit, createSlidingWindow, type SlidingWindow, secondsUntilReset } from './sliding-window.js'

/** How often something is heard within a span of time, by the name of who tries it. Beyond the table the longest idle are forgotten. */
export function createAttempts({ clock, most, spanMs }: { clock: Clock; most: number; spanMs: number }) {
  const known = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    /** Counts it; or the seconds to wait, and then nothing is counted. */
    begin: (name: string): number | null => {
      const window = known.get(name) ?? createSlidingWindow(spanMs)
      known.set(name, window)
      const nowMs = clock.monoMs()
      return admit(window, most, nowMs) ? null : secondsUntilReset(window, most, nowMs)
    },
  }
}
