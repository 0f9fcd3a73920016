/** A change by its place in the log. Places rise with the commits: who has read up to one has missed none before it. */
export type LoggedChange = {
  readonly seq: number
  /** `null` where a later word on the same state has taken its place. */
  readonly text: string | null
  /** How long ago it was written, by the one clock that all share. */
  readonly ageMs: number
}

/** What all servers over one database read in one order. Implemented in store/; every implementation passes change-log.contract.ts. */
export interface ChangeLog {
  /** Resolves with its place, once it would survive a power cut. */
  append(text: string): Promise<number>
  /** The same, of something that has a state: of all that was written about it the newest is kept, and for good. */
  appendState(about: string, text: string): Promise<number>
  /** The place of the newest; 0 where there is none. */
  head(): Promise<number>
  /**
   * Those behind a place, at most `limit` of them; `null` where some of them are forgotten already, or the log no longer
   * reaches that far. Of the `known` ones the text may be missing.
   */
  since(seq: number, limit: number, known?: readonly number[]): Promise<readonly LoggedChange[] | null>
  /** What was written last about everything that has a state. */
  states(): Promise<readonly LoggedChange[]>
  /** Forgets all but the newest so many; states stay. */
  keepNewest(count: number): Promise<void>
}
