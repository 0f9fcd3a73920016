import type { Account } from './account-and-api-key.js'
import type { Session, SessionDigest } from './session.js'
import type { PasswordDigest } from './stored-login.js'

/**
 * Sessions of logged-in users. Implemented in storage/; every implementation passes session-store.contract.ts. Writes
 * are durable once they resolve.
 */
export interface SessionStore {
  /**
   * Begins a session, notes when the account was seen, and ends its oldest sessions beyond `mostSessions`, in one step.
   * Returns the ended ones. Null if the password was changed meanwhile or the account is gone.
   */
  createSession(session: Session, password: PasswordDigest): Promise<readonly SessionDigest[] | null>
  find(digest: SessionDigest, nowMs: number): Promise<FoundSession | null>
  /** Returns the live sessions of an account, the newest first. */
  list(accountId: string, nowMs: number): Promise<readonly Session[]>
  /** Notes a use and a later end; neither ever moves back. */
  recordUse(digest: SessionDigest, endsAtMs: number, nowMs: number): Promise<void>
  end(digest: SessionDigest): Promise<void>
  endAll(accountId: string, keep: SessionDigest | null): Promise<void>
  forgetBefore(ms: number): Promise<void>
}

export type FoundSession = { readonly session: Session; readonly account: Account; readonly isAdmin: boolean }
