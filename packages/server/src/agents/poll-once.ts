import type { Cancel } from '../time/timers.js'

/** Has looks made from time to time, until cancelled: what fails is said there. Hints alone would miss what other servers do. */
export type Regularly = (look: () => Promise<void>) => Cancel

export const pollIntervalMs = 200

/** One look at a time. Who asks for one meanwhile may have come too late for it, and has one more made behind it. */
export function pollOnce(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWantedAgain = false
  const run = async (): Promise<void> => {
    do {
      isWantedAgain = false
      await look()
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
