/** Records that an account creates, changes and deletes. Writes resolve once they would survive a power cut. */
export interface OwnedRecords<Kept> {
  /** Atomic. False if the account already has `atMost`. */
  create(record: Kept, atMost: number): Promise<boolean>
  find(id: string): Promise<Kept | null>
  /** Oldest first. */
  list(accountId: string): Promise<readonly Kept[]>
  /**
   * Atomic and durable: writes the result of `decide`, which may run more than once. Null if the record does not exist.
   */
  change(id: string, decide: (now: Kept) => Kept): Promise<Kept | null>
  delete(accountId: string, id: string): Promise<boolean>
}
