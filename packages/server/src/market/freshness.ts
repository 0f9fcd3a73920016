/** Older than this by the monotonic clock, and an observation leaves every answer. */
export const freshForMs = 600_000

export const isFresh = (receivedMonoMs: number, nowMonoMs: number): boolean => nowMonoMs - receivedMonoMs <= freshForMs

/** The first instant at which something received then is too old. */
export const staleAtMonoMs = (receivedMonoMs: number): number => receivedMonoMs + freshForMs + 1
