import type { PlanName } from '@p2p-rates/contract'
import type { Account } from './account-and-api-key.js'
import { randomText } from './api-key-format.js'
import type { PasswordDigest, StoredLogin } from './stored-login.js'

export function newAccountWithLogin(facts: {
  readonly email: string
  readonly password: PasswordDigest
  readonly plan: PlanName
  readonly isAdmin: boolean
  readonly createdAtMs: number
}): { readonly account: Account; readonly login: StoredLogin } {
  const { email, password, plan, isAdmin, createdAtMs } = facts
  const id = `acc_${randomText(16)}`
  return { account: { id, name: email, plan, createdAtMs }, login: { accountId: id, email, password, isAdmin } }
}
