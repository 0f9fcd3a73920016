import { setImmediate } from 'node:timers/promises'
import type { Ports } from '../src/ports.js'

type Timer = { readonly pauseMs: number; readonly call: () => void }

/** A clock that stands still until a test ends one of the pauses that somebody waits for. */
export function handClock(chance = 1) {
  let nowMs = Date.UTC(2026, 0, 15, 12)
  const timers = new Set<Timer>()
  const begun: number[] = []
  const ports: Ports = {
    now: () => nowMs,
    random: () => chance,
    after(pauseMs, call) {
      const timer = { pauseMs, call }
      timers.add(timer)
      begun.push(pauseMs)
      return () => timers.delete(timer)
    },
  }
  return {
    ports,
    /** Waits until somebody waits exactly this long, then lets the time be over. */
    async pass(pauseMs: number) {
      for (;;) {
        const timer = [...timers].find((candidate) => candidate.pauseMs === pauseMs)
        if (timer === undefined) {
          await setImmediate()
          continue
        }
        timers.delete(timer)
        nowMs += pauseMs
        timer.call()
        return
      }
    },
    /** What anybody has ever waited for. */
    allPauses: (): readonly number[] => begun,
    /** What is being waited for at this moment. */
    pauses: () => [...timers].map(({ pauseMs }) => pauseMs),
  }
}
