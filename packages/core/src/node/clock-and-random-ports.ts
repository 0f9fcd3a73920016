import { setTimeout as delay } from 'node:timers/promises'

/** Time and chance, handed in so that tests move the clock by hand. */
export interface Ports {
  now(): number
  /** Milliseconds that only ever grow, to measure pauses: a stepped wall clock must not stall or hurry us. */
  elapsedMs(): number
  /** Resolves after the pause, or early when the signal aborts. Never rejects. */
  sleep(pauseMs: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to 1. */
  random(): number
}

export const systemPorts: Ports = {
  now: () => Date.now(),
  elapsedMs: () => performance.now(),
  sleep: (pauseMs, signal) => delay(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
  random: () => Math.random(),
}
