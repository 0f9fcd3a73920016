import { faultFields, type Log, oncePerOutage } from './log/log.js'
import type { Clock } from './time/clock.js'
import { type Cancel, every, type Timers } from './time/timers.js'

export type Runtime = {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  logError(title: string): (error: unknown) => void
  /** Runs `work` every `ms` until cancelled. A failure is logged under the title once per outage. */
  repeat(ms: number, title: string, work: () => void | Promise<void>): Cancel
}

export function createRuntime({ clock, timers, log }: Pick<Runtime, 'clock' | 'timers' | 'log'>): Runtime {
  const logError = (title: string) => (error: unknown) => log.error(title, faultFields(error))
  return {
    clock,
    timers,
    log,
    logError,
    repeat: (ms, title, work) => every(timers, ms, oncePerOutage(log, title, work), logError(title)),
  }
}
