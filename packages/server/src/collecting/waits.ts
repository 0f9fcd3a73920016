import type { Cancel, Timers } from '../time/timers.js'

/** Everything that one part waits for, to be cancelled together. */
export interface Waits {
  after(ms: number, work: () => void): void
  cancelAll(): void
}

export function createWaits(timers: Timers): Waits {
  const waits = new Set<Cancel>()
  return {
    after: (ms, work) => {
      const cancel = timers.after(ms, () => {
        waits.delete(cancel)
        work()
      })
      waits.add(cancel)
    },
    cancelAll: () => {
      for (const cancel of waits) cancel()
      waits.clear()
    },
  }
}
