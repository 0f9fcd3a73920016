export type Member = {
  readonly id: string
  readonly release: string
  readonly address: string
  readonly startedMs: number
  /** Time since its last heartbeat, by the database's clock. */
  readonly silentMs: number
  /** Position read in the changelog; 0 if it read another log, from before a database restore. */
  readonly seen: number
  /** A digest of what all servers must have set alike. */
  readonly settings: string
  readonly troubles: readonly string[]
}

/** A place in the log of changes, and when what stands there was written (0 where unknown). */
export type ReadPosition = { readonly seq: number; readonly writtenUs: number }

export type MemberSelf = Pick<Member, 'id' | 'release' | 'address' | 'settings'>

/** Registry of servers. Implemented in storage/; every implementation passes member-store.contract.ts. */
export interface MemberStore {
  join(member: MemberSelf): Promise<void>
  /**
   * Record a heartbeat and the log position read. Resolves with the database's wall clock. Adds a forgotten member
   * again.
   */
  beat(member: MemberSelf & Pick<Member, 'troubles'> & { readonly read: ReadPosition }): Promise<number>
  leave(id: string): Promise<void>
  /** The oldest first. */
  all(): Promise<readonly Member[]>
  forgetSilent(forMs: number): Promise<void>
}
