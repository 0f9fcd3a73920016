/** A change by its place in the log. Places rise with the commits: who has read up to one has missed none before it. */
export type LoggedChange = { readonly seq: number; readonly text: string }

/** What all servers over one database read in one order. Implemented in store/; every implementation passes change-log.contract.ts. */
export interface ChangeLog {
  /** Resolves with its place, once it would survive a power cut. */
  append(text: string): Promise<number>
  /** The place of the newest; 0 where there is none. */
  head(): Promise<number>
  /** Those behind a place, at most `limit` of them; `null` where some of them are forgotten already. */
  since(seq: number, limit: number): Promise<readonly LoggedChange[] | null>
  /** Forgets all but the newest so many. */
  keepNewest(count: number): Promise<void>
}
