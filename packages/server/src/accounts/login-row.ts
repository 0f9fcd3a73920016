import type { PlanName } from '@p2p-rates/contract'
import type { Account } from './account.js'
import { randomText } from './key-format.js'
import type { Login, PasswordDigest } from './login.js'

export function createLoginRow(facts: {
  readonly email: string
  readonly password: PasswordDigest
  readonly plan: PlanName
  readonly isAdmin: boolean
  readonly createdAtMs: number
}): { readonly account: Account; readonly login: Login } {
  const { email, password, plan, isAdmin, createdAtMs } = facts
  const id = `acc_${randomText(16)}`
  return { account: { id, name: email, plan, createdAtMs }, login: { accountId: id, email, password, isAdmin } }
}
