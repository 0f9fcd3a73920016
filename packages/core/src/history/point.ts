/** The best prices of one market in one 5-minute slot. `null` = that side had no reliable price. */
export type Point = {
  /** Start of the slot in epoch milliseconds. */
  readonly t: number
  readonly buy: number | null
  readonly sell: number | null
  readonly buyAds: number
  readonly sellAds: number
}

/** The grid on which all history lies. */
export const slotMs = 300_000

export const slotOf = (ms: number): number => Math.floor(ms / slotMs)

export const slotStartMs = (slot: number): number => slot * slotMs
