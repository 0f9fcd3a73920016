export const freshForMs = 600_000

export const isFresh = (receivedMs: number, nowMs: number): boolean => nowMs - receivedMs <= freshForMs

export const staleAtMs = (receivedMs: number): number => receivedMs + freshForMs + 1
