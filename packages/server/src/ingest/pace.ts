/** How fast one exchange is being asked. */
export type Pace = {
  /** Share of our usual pace; less than 1 while the exchange is told to slow down. */
  readonly rate: number
  readonly inFlight: number
  /** When the last answer was worked off at this rate. */
  readonly slowUntilMonoMs: number
}

/** How long the next request has to wait; `null` = for an answer. Slowed down, one is asked after the other. */
export function delayFor({ rate, inFlight, slowUntilMonoMs }: Pace, nowMonoMs: number): number | null {
  const isSlowed = rate < 1
  if (inFlight >= (isSlowed ? 1 : 2)) return null
  return isSlowed ? Math.max(0, slowUntilMonoMs - nowMonoMs) : 0
}

/** An answer of so many pages occupies its exchange for their pauses. */
export const backlogDoneAt = (startMonoMs: number, pages: number, minIntervalMs: number, rate: number): number =>
  startMonoMs + Math.ceil((pages * minIntervalMs) / rate)
