import {
  admit,
  createSlidingWindow,
  type SlidingWindow,
  secondsUntilReset,
  takeBack,
} from '../limits/sliding-window.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import type { Clock } from '../time/clock.js'

const perHour = 10
const hourMs = 3_600_000

/** Pings and resends: a few an hour and webhook, so that they keep neither a receiver nor our senders busy. */
export function createSendsByHand(clock: Clock) {
  const windows = new Map<string, SlidingWindow>()
  return {
    /** Counts one more, or refuses it. What could not be written was not sent, and costs nothing. */
    spend: async (webhookId: string, write: () => Promise<void>): Promise<void> => {
      const window = windows.get(webhookId) ?? createSlidingWindow(hourMs)
      windows.set(webhookId, window)
      const nowMonoMs = clock.monoMs()
      if (!admit(window, perHour, nowMonoMs))
        throw new ApiError(
          { code: 'rate_limited', message: `A webhook can be tested or sent to by hand ${perHour} times an hour.` },
          retryAfter(secondsUntilReset(window, perHour, nowMonoMs)),
        )
      try {
        await write()
      } catch (error) {
        takeBack(window, nowMonoMs)
        throw error
      }
    },
    forget: (webhookId: string): void => void windows.delete(webhookId),
  }
}
