import { admit, createSlidingWindow, type SlidingWindow, secondsUntilReset } from '../limits/sliding-window.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import type { Clock } from '../time/clock.js'

const perHour = 10
const hourMs = 3_600_000

/** Pings and resends: a few an hour and webhook, so that they keep neither a receiver nor our senders busy. */
export function createSendsByHand(clock: Clock) {
  const windows = new Map<string, SlidingWindow>()
  return {
    /** Counts one more, or refuses it. */
    spend: (webhookId: string): void => {
      const window = windows.get(webhookId) ?? createSlidingWindow(hourMs)
      windows.set(webhookId, window)
      if (admit(window, perHour, clock.monoMs())) return
      const seconds = secondsUntilReset(window, perHour, clock.monoMs())
      throw new ApiError(
        { code: 'rate_limited', message: `A webhook can be tested or sent to by hand ${perHour} times an hour.` },
        retryAfter(seconds),
      )
    },
    forget: (webhookId: string): void => void windows.delete(webhookId),
  }
}
