import type { Ports } from '../clock-and-random-ports.js'

/** A clock that moves on demand, or to the end of the next sleep when no other work is left. */
export function manualPorts(chance = 0) {
  let elapsed = 1_000
  const sleepers: { readonly untilMs: number; readonly wake: () => void }[] = []

  const wakeNext = () => {
    sleepers.sort((a, b) => a.untilMs - b.untilMs)
    const next = sleepers.shift()
    if (next === undefined) return
    elapsed = Math.max(elapsed, next.untilMs)
    next.wake()
  }

  return {
    now: () => 1_800_000_000_000 + elapsed,
    elapsedMs: () => elapsed,
    sleep: (pauseMs) =>
      new Promise<void>((wake) => {
        sleepers.push({ untilMs: elapsed + pauseMs, wake })
        setImmediate(wakeNext)
      }),
    random: () => chance,
    pass: (ms: number) => {
      elapsed += ms
    },
  } satisfies Ports & { pass(ms: number): void }
}
