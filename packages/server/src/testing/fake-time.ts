import type { Timers } from '../base/time/timers.js'
import { createFakeClock } from './fake-clock.js'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * A clock and its timers, moved by hand: an hour passes in a moment, in the right order. For tests and proofs. `settle`
 * gives what a timer has started its turns; where that takes real sockets, it waits for them.
 */
export const createFakeTime = (startMs?: number, settle: () => Promise<void> = nextTurn) => {
  const clock = createFakeClock(startMs)
  const waiting = new Set<{ readonly atMs: number; readonly run: () => void }>()

  const timers: Timers = {
    after: (ms, run) => {
      const entry = { atMs: clock.monoMs() + Math.max(0, ms), run }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    soon: (run) => void setImmediate(run),
  }

  const pass = async (ms: number): Promise<void> => {
    const end = clock.monoMs() + ms
    for (;;) {
      await settle()
      const next = [...waiting].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      waiting.delete(next)
      clock.advance(Math.max(0, next.atMs - clock.monoMs()))
      next.run()
    }
    clock.advance(Math.max(0, end - clock.monoMs()))
    await settle()
  }

  return { clock, timers, pass, settle, pending: () => waiting.size }
}
