import type { Cancel } from '../../base/time/timers.js'

/** Polls at intervals until cancelled, and handles failures. Hints alone would miss changes on other servers. */
export type RunPeriodically = (look: () => Promise<void>) => Cancel

export const pollIntervalMs = 200

/**
 * Runs one poll at a time. A call during a poll schedules one more, because the running poll may have missed its
 * change.
 */
export function singleFlightPoll(poll: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWantedAgain = false
  const run = async (): Promise<void> => {
    do {
      isWantedAgain = false
      await poll()
    } while (isWantedAgain)
  }
  return () => {
    isWantedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
