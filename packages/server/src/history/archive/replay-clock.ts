import type { Clock } from '../../base/time/clock.js'
import type { Cancel, Timers } from '../../base/time/timers.js'

/** The time of a replay. It never passes an instant whose markets are not shown yet, and stands still at its end. */
export type ReplayClock = {
  readonly clock: Clock
  readonly timers: Timers
  allowUntil(wallMs: number): void
  waitUntil(wallMs: number): Promise<void>
  stop(): void
}

const pollIntervalMs = 5

export function createReplayClock(options: {
  readonly fromMs: number
  readonly speed: number
  readonly real: { readonly clock: Clock; readonly timers: Timers }
}): ReplayClock {
  const { fromMs, speed, real } = options
  let mayReachMs = fromMs
  let seen = { atMonoMs: real.clock.monoMs(), passedMs: 0 }
  let stopped = false

  /** Time lost to waiting is not made up: the replay continues at its normal speed. */
  const passedMs = (): number => {
    const nowMonoMs = real.clock.monoMs()
    const passed = Math.min(mayReachMs - fromMs, seen.passedMs + (nowMonoMs - seen.atMonoMs) * speed)
    seen = { atMonoMs: nowMonoMs, passedMs: Math.max(seen.passedMs, passed) }
    return seen.passedMs
  }

  const clock: Clock = {
    wallMs: () => Math.floor(fromMs + passedMs()),
    // Ages count from below the beginning, too: no instant of a replay is before its clock began.
    monoMs: () => beginMonoMs + passedMs(),
  }

  const at = (targetMs: number, run: () => void): Cancel => {
    let isCancelled = false
    let cancel = () => {}
    const look = (): void => {
      if (isCancelled || stopped) return
      const leftMs = (targetMs - passedMs()) / speed
      if (leftMs <= 0) run()
      else cancel = real.timers.after(Math.min(longestMs, Math.max(pollIntervalMs, leftMs)), look)
    }
    cancel = real.timers.after(Math.min(longestMs, Math.max(0, targetMs - passedMs()) / speed), look)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  return {
    clock,
    timers: { after: (ms, run) => at(passedMs() + Math.max(0, ms), run), soon: real.timers.soon },
    allowUntil: (wallMs) => {
      // Update the time before raising the limit, so that the wait is not made up.
      passedMs()
      mayReachMs = Math.max(mayReachMs, wallMs)
    },
    waitUntil: async (wallMs) => {
      const targetMs = wallMs - fromMs
      if (passedMs() < targetMs) await new Promise<void>((resolve) => void at(targetMs, resolve))
    },
    stop: () => {
      stopped = true
    },
  }
}

const beginMonoMs = 86_400_000
/** A timer of Node takes no more. */
const longestMs = 3_600_000
