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

/** Implemented in store/; every implementation passes idempotency-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface IdempotencyStore {
  find(accountId: string, key: string): Promise<IdempotencyRecord | null>
  /** Takes the place of an earlier record of the same key. */
  save(record: IdempotencyRecord): Promise<void>
  forget(accountId: string, key: string): Promise<void>
  forgetBefore(ms: number): Promise<number>
}
