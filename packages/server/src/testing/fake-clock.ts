/** A clock moved by hand. Steps of the wall clock do not touch the monotonic one. */
export const createFakeClock = (startMs = Date.UTC(2026, 10, 21, 12)) => {
  let wall = startMs
  let mono = 1_000
  return {
    wallMs: () => wall,
    monoMs: () => mono,
    advance: (ms: number) => {
      wall += ms
      mono += ms
    },
    setWall: (ms: number) => {
      wall = ms
    },
  }
}
