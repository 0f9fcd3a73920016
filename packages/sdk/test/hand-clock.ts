import { setImmediate } from 'node:timers/promises'
import type { Ports } from '../src/clock-and-random-ports.js'

type Timer = { readonly pauseMs: number; readonly call: () => void }

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
    allPauses: (): readonly number[] => begun,
    pauses: () => [...timers].map(({ pauseMs }) => pauseMs),
  }
}
