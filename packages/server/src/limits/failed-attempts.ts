import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.js'
import { admit, createMinuteWindow, remaining, type SlidingWindow, secondsUntilReset } from './sliding-window.js'

/** Wrong keys per address: guessing ends after thirty in a minute, and addresses beyond the table forget the longest idle. */
export function createFailedAttempts({ clock, perMinute = 30 }: { clock: Clock; perMinute?: number }) {
  const windows = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    /** Seconds to wait when this address has used up its budget, else null. */
    blockedFor: (address: string): number | null => {
      const window = windows.get(address)
      if (window === undefined || remaining(window, perMinute, clock.monoMs()) > 0) return null
      return secondsUntilReset(window, perMinute, clock.monoMs())
    },
    record: (address: string): void => {
      const window = windows.get(address) ?? createMinuteWindow()
      admit(window, perMinute, clock.monoMs())
      windows.set(address, window)
    },
  }
}

export type FailedAttempts = ReturnType<typeof createFailedAttempts>
