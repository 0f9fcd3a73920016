/** A lease that was won: the generation rises with every new holder. */
export type FencingToken = number

export type LeaseRow = {
  readonly name: string
  readonly holder: string
  readonly generation: FencingToken
  /** Negative once it has run out. */
  readonly leftMs: number
}

/** Who leads, by the one clock that all servers share: the database's. Implemented in store/; every implementation passes lease-store.contract.ts. */
export interface LeaseStore {
  /**
   * In one step: takes a lease that was never taken, was given up or has run out. Null while somebody holds it, the one
   * who asks as well. Once it resolves, nothing that an earlier holder was writing can still be written.
   */
  acquireLease(name: string, holder: string, forMs: number): Promise<FencingToken | null>
  /** False where somebody else has taken it since. */
  renew(name: string, holder: string, forMs: number): Promise<boolean>
  /** It can be taken at once. Does nothing where it is somebody else's. */
  giveUp(name: string, holder: string): Promise<void>
  all(): Promise<readonly LeaseRow[]>
}
