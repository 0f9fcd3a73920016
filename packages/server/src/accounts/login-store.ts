import type { Account } from './account.js'
import type { Login, PasswordDigest } from './login.js'
import type { SessionDigest } from './session.js'

/** Who may log in. Implemented in store/; every implementation passes session-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface LoginStore {
  find(accountId: string): Promise<Login | null>
  findByEmail(email: string): Promise<Login | null>
  /** The account and how its holder logs in, in one step: unless somebody has this address already. */
  create(account: Account, login: Login): Promise<'created' | 'taken'>
  /** The same, unless there is an admin already: of those who come at once one becomes it. */
  createFirstAdmin(account: Account, login: Login): Promise<'created' | 'taken' | 'too_late'>
  hasAdmin(): Promise<boolean>
  /** In one step with the end of all sessions but the one that is kept. False where another password is in force. */
  changePassword(accountId: string, change: PasswordChange): Promise<boolean>
}

export type PasswordChange = {
  readonly from: PasswordDigest
  readonly to: PasswordDigest
  readonly keep: SessionDigest | null
}
