/** One of the servers over one database. */
export type Member = {
  readonly id: string
  /** Its release, as `version.ts` says it. */
  readonly release: string
  /** Where it listens, for people. */
  readonly address: string
  readonly startedMs: number
  /** How long ago it was heard of, by the one clock that all share. */
  readonly silentMs: number
  /** How far it has read the log of changes: 0 where it has read another one, from before the database went back. */
  readonly seen: number
  /** A digest of what all servers must have set alike. */
  readonly settings: string
  /** What does not work at the moment, in a word each. */
  readonly troubles: readonly string[]
}

/** A place in the log of changes, and when what stands there was written (0 where unknown). */
export type PlaceRead = { readonly seq: number; readonly writtenUs: number }

/** What stays as it is from a server's start to its end. */
export type MemberSelf = Pick<Member, 'id' | 'release' | 'address' | 'settings'>

/** Which servers there are. Implemented in store/; every implementation passes member-store.contract.ts. */
export interface MemberStore {
  join(member: MemberSelf): Promise<void>
  /** It is there, and has read so far. Resolves with the database's wall clock; joins again who was forgotten. */
  beat(member: MemberSelf & Pick<Member, 'troubles'> & { readonly read: PlaceRead }): Promise<number>
  leave(id: string): Promise<void>
  /** The oldest first. */
  all(): Promise<readonly Member[]>
  /** Forgets those who were not heard of for so long. */
  forgetSilent(forMs: number): Promise<void>
}
