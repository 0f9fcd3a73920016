/** Time comes from outside. Windows and ages use `monoMs`, which no operator can set back; people are shown `wallMs`. */
export interface Clock {
  wallMs(): number
  monoMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() }

/** Maximum clock difference between servers over one database. A server with a larger difference isn't ready. */
export const clocksApartMs = 5_000

/** It was noted by a clock that has been set since. */
export const isOfTheFuture = (atMs: number, wallMs: number): boolean => atMs > wallMs + clocksApartMs
