export type RequestPace = {
  /** Share of the usual pace; below 1 while the exchange throttles us. */
  readonly rate: number
  readonly inFlight: number
  /** When the last answer was worked off at this rate. */
  readonly slowUntilMonoMs: number
}

/**
 * Returns the wait before the next request; null until an answer arrives. A throttled exchange gets one request at a
 * time.
 */
export function delayFor({ rate, inFlight, slowUntilMonoMs }: RequestPace, nowMonoMs: number): number | null {
  const isSlowed = rate < 1
  if (inFlight >= (isSlowed ? 1 : 2)) return null
  return isSlowed ? Math.max(0, slowUntilMonoMs - nowMonoMs) : 0
}

/** Returns when the exchange is free again: every page of an answer costs one pause. */
export const backlogDoneAt = (startMonoMs: number, pages: number, minIntervalMs: number, rate: number): number =>
  startMonoMs + Math.ceil((pages * minIntervalMs) / rate)
