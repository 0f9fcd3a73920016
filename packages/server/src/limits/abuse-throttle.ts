import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'

/** One who is refused: an account, or the network of callers without a key. */
export type AbuseState = {
  /** Refusals that still weigh; they drain within a minute. */
  level: number
  atMonoMs: number
  slowedUntilMonoMs: number
  /** Refusals that wait at the moment. */
  held: number
}

export const createOffender = (): AbuseState => ({
  level: 0,
  atMonoMs: 0,
  slowedUntilMonoMs: Number.NEGATIVE_INFINITY,
  held: 0,
})

/** So many times what is allowed in a minute. */
const patience = 10
const minuteMs = 60_000
const maxHeld = 100

/**
 * Answers to those who go on and on although they are refused. For a minute each refusal comes late and ends its
 * connection, so that a loop of calls turns slowly and costs the others nothing. What would be answered is answered at
 * once all the same: addresses are shared, and the neighbours of a guesser have done nothing.
 */
export interface AbuseThrottle {
  /** Notes a refusal. `null`: answer at once; else when to answer, and then hang up. */
  refused(offender: AbuseState, allowedPerMinute: number, caller: { destroy(): void }): Promise<void> | null
}

export function createAbuseThrottle(ports: { clock: Clock; timers: Timers; pauseMs: number }): AbuseThrottle {
  const { clock, timers, pauseMs } = ports
  return {
    refused: (offender, allowedPerMinute, caller) => {
      if (pauseMs === 0) return null
      const nowMs = clock.monoMs()
      note(offender, allowedPerMinute * patience, nowMs)
      if (nowMs >= offender.slowedUntilMonoMs) return null
      // A connection is not held without bound: beyond this it is cut.
      if (offender.held >= maxHeld) {
        caller.destroy()
        return null
      }
      offender.held += 1
      return new Promise((done) => {
        timers.after(pauseMs, () => {
          offender.held -= 1
          done()
        })
      })
    },
  }
}

function note(offender: AbuseState, most: number, nowMs: number): void {
  const drained = ((nowMs - offender.atMonoMs) / minuteMs) * most
  offender.level = Math.max(0, offender.level - drained) + 1
  offender.atMonoMs = nowMs
  if (offender.level > most) offender.slowedUntilMonoMs = nowMs + minuteMs
}
