export type LogInAttempt = {
  readonly accountId: string
  readonly atMs: number
  readonly network: string
  readonly succeeded: boolean
}

/** The most attempts that are kept of one account and outcome, so that failed attempts push out no successful one. */
export const mostLogIns = 20

/** The latest attempts to log in. Implemented in storage/; every implementation passes recent-log-ins.contract.ts. Writes resolve once they would survive a power cut. */
export interface RecentLogIns {
  /** Also deletes the oldest of the same account and outcome beyond `mostLogIns`. Does nothing for an account without a log-in. */
  add(attempt: LogInAttempt): Promise<void>
  /** Returns the newest first. */
  list(accountId: string): Promise<readonly LogInAttempt[]>
  /** Returns from which networks which addresses have logged in, the newest first. */
  knownNetworks(limit: number): Promise<readonly KnownNetwork[]>
  forgetBefore(ms: number): Promise<void>
}

export type KnownNetwork = { readonly email: string; readonly network: string }
