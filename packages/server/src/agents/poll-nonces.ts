/**
 * Numbers that are good for one poll each, within a minute: who has overheard a poll cannot repeat it. In memory and in
 * store/; every implementation passes poll-nonces.contract.ts.
 */
export interface PollNonces {
  issue(reporter: string): Promise<string>
  /** True for one that was given to this reporter and used by nobody. Ask only for those whose signature is good: it is remembered. */
  use(reporter: string, nonce: string): Promise<boolean>
}

/** Longer than a poll and a task take together. */
export const nonceMs = 60_000
