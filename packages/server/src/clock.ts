/** Time comes from outside. Windows and ages use `monoMs`, which no operator can set back; people are shown `wallMs`. */
export interface Clock {
  wallMs(): number
  monoMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() }

/** A clock moved by hand. Steps of the wall clock do not touch the monotonic one. */
export const createHandClock = (startMs = Date.UTC(2026, 10, 21, 12)) => {
  let wall = startMs
  let mono = 1_000
  return {
    wallMs: () => wall,
    monoMs: () => mono,
    /** Time passes. */
    advance: (ms: number) => {
      wall += ms
      mono += ms
    },
    /** Somebody sets the wall clock. */
    setWall: (ms: number) => {
      wall = ms
    },
  }
}
