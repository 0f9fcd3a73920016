/** The first answer to an `Idempotency-Key`. Secrets are never part of the stored body. */
export type IdempotencyRecord = {
  readonly accountId: string
  readonly key: string
  /** Digest of method, path and body: another request under the same key is refused. */
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  readonly createdAtMs: number
}

export interface IdempotencyStore {
  find(accountId: string, key: string): Promise<IdempotencyRecord | null>
  save(record: IdempotencyRecord): Promise<void>
  forgetBefore(ms: number): Promise<number>
}
