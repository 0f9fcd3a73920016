export type OfficialRate = {
  /** Fiat per dollar. */
  readonly rate: number
  /** Name of the central bank. */
  readonly source: string
  /** `YYYY-MM-DD`: the day it is for. */
  readonly day: string
}
