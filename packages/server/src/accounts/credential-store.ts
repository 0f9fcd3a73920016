import type { Account } from './account-and-api-key.js'
import type { LinkDigest } from './one-time-link.js'
import type { PasswordDigest, StoredLogin } from './stored-login.js'

/**
 * Logins of accounts. Implemented in storage/; every implementation passes session-store.contract.ts. Writes are
 * durable once they resolve.
 */
export interface CredentialStore {
  find(accountId: string): Promise<StoredLogin | null>
  findByEmail(email: string): Promise<StoredLogin | null>
  /** Create the account and its login in one step. Returns `taken` if the address already has a login. */
  create(account: Account, login: StoredLogin): Promise<'created' | 'taken'>
  /**
   * Create the account as `create` does and take the invite. Returns `too_late` if the invite was taken or has expired.
   */
  createInvited(account: Account, login: StoredLogin, invite: LinkDigest): Promise<'created' | 'taken' | 'too_late'>
  /**
   * Create the account as `create` does, unless an admin exists. Of several concurrent calls, one creates the admin.
   */
  createFirstAdmin(account: Account, login: StoredLogin): Promise<'created' | 'taken' | 'too_late'>
  hasAdmin(): Promise<boolean>
  /** In one step with the end of the account's links and of all its sessions. False if another password is in force. */
  changePassword(accountId: string, change: PasswordChange): Promise<boolean>
  /**
   * By a link that works once: in one step with the end of it, of the account's other links, of all its sessions and,
   * unless it is kept, of its access. Null if the link no longer works.
   */
  resetPassword(link: LinkDigest, reset: PasswordReplacement): Promise<ReplacedPassword | null>
  /** Revokes the keys of an account, and deletes its webhooks and inboxes, in one step. */
  endAccess(accountId: string, nowMs: number): Promise<EndedAccess>
}

export type PasswordChange = { readonly from: PasswordDigest; readonly to: PasswordDigest }

export type PasswordReplacement = {
  readonly to: PasswordDigest
  readonly keepsAccess: boolean
  readonly nowMs: number
}

export type EndedAccess = { readonly keyIds: readonly string[]; readonly webhookIds: readonly string[] }

export type ReplacedPassword = { readonly accountId: string; readonly ended: EndedAccess }
