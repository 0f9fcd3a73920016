export type IdempotencyRecord = {
  readonly accountId: string
  readonly key: string
  /** Digest of endpoint, path and body. Another request under the same key is rejected. */
  readonly fingerprint: string
  /** If the process dies between operation and answer, a repetition under this id finds the work done. */
  readonly operationId: string
  readonly createdAtMs: number
  /** `null` until the request is answered. Contains no secrets. */
  readonly answer: { readonly status: number; readonly body: string } | null
}

/** `ours` = run it now, `under_way` = another request is running it, `over` = answered. */
export type Reservation = { readonly record: IdempotencyRecord; readonly state: 'ours' | 'under_way' | 'over' }

/** Implemented in storage/; every implementation passes idempotency-store.contract.ts. Writes resolve once durable. */
export interface IdempotencyStore {
  /**
   * Atomic. Stores the record if none younger than `keptMs` exists. Otherwise takes over the same request from a holder
   * without an answer within `leaseMs`. Of concurrent callers exactly one gets `ours`.
   */
  reserveKey(
    record: IdempotencyRecord,
    terms: { readonly keptMs: number; readonly leaseMs: number },
  ): Promise<Reservation>
  finish(record: IdempotencyRecord): Promise<void>
  /** Releases a request whose result is unknown; the next caller may run it again under the same `operationId`. */
  release(record: IdempotencyRecord): Promise<void>
  /** Deletes the record of a rejected request, which changed nothing. */
  forget(record: IdempotencyRecord): Promise<void>
  forgetBefore(ms: number): Promise<number>
}
