export type OfficialRate = {
  /** Fiat per dollar. */
  readonly rate: number
  readonly source: string
  /** `YYYY-MM-DD`: the day it is for. */
  readonly day: string
}
