/** Time comes from outside. Windows and ages use `monoMs`, which no operator can set back; people are shown `wallMs`. */
export interface Clock {
  wallMs(): number
  monoMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() }
