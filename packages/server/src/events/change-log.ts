/**
 * A place in the log. Places rise with the commits: who has read up to one has missed none before it. A log that went back
 * gives the same numbers to other changes: `writtenUs`, when the change there was written, tells them apart (0 where unknown).
 */
export type LogPlace = { readonly seq: number; readonly writtenUs: number }
export const logBeginning: LogPlace = { seq: 0, writtenUs: 0 }

/** A change by its place in the log. */
export type LoggedChange = LogPlace & {
  /** `null` where a later word on the same state has taken its place. */
  readonly text: string | null
  /** How long ago it was written, by the one clock that all share. */
  readonly ageMs: number
}

/** `forgotten`: some behind the place are kept no longer. `lost`: it is a place of another log, which went back. */
export type LogGap = 'forgotten' | 'lost'

/** What all servers over one database read in one order. Implemented in store/; every implementation passes change-log.contract.ts. */
export interface ChangeLog {
  /** Resolves with its place, once it would survive a power cut. */
  append(text: string): Promise<number>
  /** The same, of something that has a state: of all that was written about it the newest is kept, and for good. */
  appendState(about: string, text: string): Promise<number>
  /** The place of the newest. */
  head(): Promise<LogPlace>
  /** Those behind a place, at most `limit` of them. Of the `known` ones the text may be missing. */
  since(place: LogPlace, limit: number, known?: readonly number[]): Promise<readonly LoggedChange[] | LogGap>
  /** What was written last about everything that has a state. */
  states(): Promise<readonly LoggedChange[]>
  /** Forgets all but the newest so many; states stay. */
  keepNewest(count: number): Promise<void>
}
