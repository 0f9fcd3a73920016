import { type Cancel, every, type Timers } from '../base/time/timers.js'

/** Interval at which counts of streams that Redis missed are sent again. */
const resendMs = 1_000

type StreamJobs = { readonly sendUnreported: () => Promise<void>; readonly renew: () => Promise<void> }

/**
 * Timers of `limits`. Only a server that counts together with others has any; the session has its own
 * (`base/redis/outage-policy.ts`). No failure is logged here, because the end of a session is.
 */
export function startStreamJobs(timers: Timers, renewMs: number, { sendUnreported, renew }: StreamJobs): Cancel {
  const cancels = [every(timers, resendMs, sendUnreported, () => {}), every(timers, renewMs, renew, () => {})]
  return () => {
    for (const cancel of cancels) cancel()
  }
}
