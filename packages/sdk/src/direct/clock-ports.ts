import { setTimeout as delay } from 'node:timers/promises'

/** Time, handed in so that tests move the clock by hand. */
export interface ClockPorts {
  /** Epoch milliseconds. */
  now(): number
  /** Resolves after the pause, or early when the signal aborts. Never rejects. */
  sleep(pauseMs: number, signal?: AbortSignal): Promise<void>
}

export const systemPorts: ClockPorts = {
  now: () => Date.now(),
  sleep: (pauseMs, signal) => delay(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
}
