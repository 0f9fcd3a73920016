/**
 * Position in the log. Positions rise in commit order, so a reader has missed no change before its position. A restored
 * database reuses numbers: `writtenUs`, the write time, distinguishes them (0 if unknown).
 */
export type LogPosition = { readonly seq: number; readonly writtenUs: number }
export const logBeginning: LogPosition = { seq: 0, writtenUs: 0 }

export type LoggedChange = LogPosition & {
  /** `null` where a later word on the same state has taken its place. */
  readonly text: string | null
  /** Time since it was written, by the database's clock. */
  readonly ageMs: number
}

/** `forgotten`: some behind the place are kept no longer. `lost`: it is a place of another log, which went back. */
export type LogGap = 'forgotten' | 'lost'

/** Implemented in storage/; every implementation passes change-log.contract.ts. All servers read in one order. */
export interface ChangeLog {
  /** Resolves with its place, once it would survive a power cut. */
  append(text: string): Promise<number>
  /** The same, of something that has a state: of all that was written about it the newest is kept, and for good. */
  appendState(about: string, text: string): Promise<number>
  head(): Promise<LogPosition>
  /** Returns up to `limit` changes after a position. The text of `known` ones may be missing. */
  changesSince(place: LogPosition, limit: number, known?: readonly number[]): Promise<readonly LoggedChange[] | LogGap>
  states(): Promise<readonly LoggedChange[]>
  /** Delete all but the newest `count` changes; states stay. */
  keepNewest(count: number): Promise<void>
}
