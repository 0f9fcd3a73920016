/**
 * Nonces for one poll each, valid for 1 minute, against replay. Implemented in memory and in store/; every
 * implementation passes poll-nonces.contract.ts.
 */
export interface PollNonces {
  issue(reporter: string): Promise<string>
  /**
   * True if the nonce was issued to this collector and is unused. Verify the signature first, because used nonces are
   * stored.
   */
  use(reporter: string, nonce: string): Promise<boolean>
}

/** Longer than a poll and a task together. */
export const nonceMs = 60_000
