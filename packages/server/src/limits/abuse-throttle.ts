import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'

export type AbuseState = {
  /** Recent refusals; the level drains to 0 within 1 minute. */
  level: number
  atMonoMs: number
  slowedUntilMonoMs: number
  /** Delayed refusals at the moment. */
  held: number
}

export const createAbuseState = (): AbuseState => ({
  level: 0,
  atMonoMs: 0,
  slowedUntilMonoMs: Number.NEGATIVE_INFINITY,
  held: 0,
})

/** Multiple of the allowed refusals per minute at which throttling starts. */
const patience = 10
const minuteMs = 60_000
const maxHeld = 100

/**
 * Throttles callers that keep sending rejected requests. For 1 minute each refusal comes late and closes its
 * connection. Valid requests from the same address are not delayed, because clients share addresses.
 */
export function createAbuseThrottle(ports: { clock: Clock; timers: Timers; pauseMs: number }) {
  const { clock, timers, pauseMs } = ports
  return {
    /** Records a refusal. `null`: reply immediately; otherwise reply when it resolves, then close the connection. */
    delayRefusal: (abuse: AbuseState, allowedPerMinute: number, caller: { destroy(): void }): Promise<void> | null => {
      if (pauseMs === 0) return null
      const nowMs = clock.monoMs()
      recordRefusal(abuse, allowedPerMinute * patience, nowMs)
      if (nowMs >= abuse.slowedUntilMonoMs) return null
      if (abuse.held >= maxHeld) {
        caller.destroy()
        return null
      }
      abuse.held += 1
      return new Promise((done) => {
        timers.after(pauseMs, () => {
          abuse.held -= 1
          done()
        })
      })
    },
  }
}

export type AbuseThrottle = ReturnType<typeof createAbuseThrottle>

function recordRefusal(abuse: AbuseState, most: number, nowMs: number): void {
  const drained = ((nowMs - abuse.atMonoMs) / minuteMs) * most
  abuse.level = Math.max(0, abuse.level - drained) + 1
  abuse.atMonoMs = nowMs
  if (abuse.level > most) abuse.slowedUntilMonoMs = nowMs + minuteMs
}
