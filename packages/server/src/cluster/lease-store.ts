/** A lease that was won: the generation rises with every new holder. */
export type FencingToken = number

export type LeaseRow = {
  readonly name: string
  readonly holder: string
  readonly generation: FencingToken
  /** Negative once it has run out. */
  readonly leftMs: number
}

/**
 * Leases by the database's clock, which all servers share. Implemented in storage/; every implementation passes
 * lease-store.contract.ts.
 */
export interface LeaseStore {
  /**
   * Acquire a new, released or expired lease in one step. Null if any server holds it, even the caller. Once it
   * resolves, no write of an earlier holder can succeed.
   */
  acquireLease(name: string, holder: string, forMs: number): Promise<FencingToken | null>
  /** False if another server has taken the lease. */
  renewLease(name: string, holder: string, forMs: number): Promise<boolean>
  /** Release the lease at once. Does nothing if another server holds it. */
  releaseLease(name: string, holder: string): Promise<void>
  all(): Promise<readonly LeaseRow[]>
}
