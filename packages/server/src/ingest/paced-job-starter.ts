import type { FetchJob } from './fetch-queue.js'
import type { TimerGroup } from './timer-group.js'

/** Starts, each time it is called, as much as may be asked at that moment, and calls itself again when more may. */
export function createPacedJobStarter(ports: {
  readonly mayAsk: () => boolean
  /** Until the next request; `null`: after an answer, which will call again. */
  readonly waitMs: () => number | null
  readonly next: () => FetchJob | null
  readonly start: (entry: FetchJob) => void
  readonly onEmpty: () => void
  readonly waits: TimerGroup
}): () => void {
  const { mayAsk, waitMs, next, start, onEmpty, waits } = ports
  let isWaiting = false

  const pump = (): void => {
    while (mayAsk()) {
      const pauseMs = waitMs()
      if (pauseMs !== 0) {
        if (pauseMs !== null) pumpAfter(pauseMs)
        return
      }
      const entry = next()
      if (entry === null) {
        onEmpty()
        return
      }
      start(entry)
    }
  }

  const pumpAfter = (ms: number): void => {
    if (isWaiting) return
    isWaiting = true
    waits.after(ms, () => {
      isWaiting = false
      pump()
    })
  }

  return pump
}
