import type { Cancel, Timers } from '../base/time/timers.js'

export interface TimerGroup {
  after(ms: number, work: () => void): void
  cancelAll(): void
}

export function createTimerGroup(timers: Timers): TimerGroup {
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
