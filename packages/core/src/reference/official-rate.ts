/** What a central bank says a US dollar costs. */
export type OfficialRate = {
  /** Fiat per dollar. */
  readonly rate: number
  /** Who says so, as people know it. */
  readonly source: string
  /** `YYYY-MM-DD`: the day it is for. */
  readonly day: string
}
