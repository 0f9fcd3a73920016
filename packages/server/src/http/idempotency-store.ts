/** A request under an `Idempotency-Key`: written down before its deed, completed with its answer. */
export type IdempotencyRecord = {
  readonly accountId: string
  readonly key: string
  /** Digest of endpoint, path and body: another request under the same key is refused. */
  readonly fingerprint: string
  /** Names what the request makes. The process may end between deed and answer: done again, it finds its own work. */
  readonly operationId: string
  readonly createdAtMs: number
  /** `null` until it is known. Secrets are never part of it. */
  readonly answer: { readonly status: number; readonly body: string } | null
}

/** The record that stands under a key, and whose it is to do: the caller's, somebody's who is at it, or nobody's. */
export type Begun = { readonly record: IdempotencyRecord; readonly state: 'ours' | 'under_way' | 'over' }

/** Implemented in store/; every implementation passes idempotency-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface IdempotencyStore {
  /**
   * In one step: writes the record down where none stands that is younger than `keptMs`, or takes over the same request
   * from a holder who has not answered within `leaseMs`. Of all who ask at once, one is told that it is theirs.
   */
  reserveKey(record: IdempotencyRecord, terms: { readonly keptMs: number; readonly leaseMs: number }): Promise<Begun>
  /** Keeps the answer. */
  finish(record: IdempotencyRecord): Promise<void>
  /** Whether it was done is not known: the next one may begin it again, under its name. */
  release(record: IdempotencyRecord): Promise<void>
  /** It was refused and changed nothing. */
  forget(record: IdempotencyRecord): Promise<void>
  forgetBefore(ms: number): Promise<number>
}
