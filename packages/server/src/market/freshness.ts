/** Older than this, and an observation leaves every answer. */
export const freshForMs = 600_000

export const isFresh = (receivedMs: number, nowMs: number): boolean => nowMs - receivedMs <= freshForMs

/** The first instant at which something received then is too old. */
export const staleAtMs = (receivedMs: number): number => receivedMs + freshForMs + 1
