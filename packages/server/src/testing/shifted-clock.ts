import { type Clock, systemClock } from '../base/time/clock.js'

/** The real clock with a lead that tests give it: a minute passes at once while sockets and timers go on as ever. */
export type ShiftedClock = Clock & { advance(ms: number): void; setWall(ms: number): void }

export const createShiftedClock = (): ShiftedClock => {
  let wallLead = 0
  let monoLead = 0
  return {
    wallMs: () => systemClock.wallMs() + wallLead,
    monoMs: () => systemClock.monoMs() + monoLead,
    advance: (ms) => {
      wallLead += ms
      monoLead += ms
    },
    setWall: (ms) => {
      wallLead = ms - systemClock.wallMs()
    },
  }
}
