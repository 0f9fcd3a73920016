import type { PlanLimits, PlanName } from '@p2p-rates/contract'
import { noSession } from '../base/errors/authentication-errors.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import type { PlanTable } from './actor.js'
import type { CredentialStore } from './login-stores.js'
import type { SecondFactors } from './second-factors.js'

export type AccountDescription = {
  readonly id: string
  readonly email: string
  readonly isAdmin: boolean
  readonly createdAtMs: number
  readonly plan: PlanName
  readonly limits: PlanLimits
  readonly usedThisMonth: number
  readonly hasSecondFactor: boolean
}

export function createDescribeAccount(ports: {
  accounts: Pick<AccountAndKeyStore, 'findAccount'>
  logins: Pick<CredentialStore, 'find'>
  countedByMonth: (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
  secondFactors: Pick<SecondFactors, 'isOn'>
  plans: PlanTable
  clock: Clock
  calendar: Calendar
}) {
  const { accounts, logins, countedByMonth, secondFactors, plans, clock, calendar } = ports
  return async (accountId: string): Promise<AccountDescription> => {
    const [account, login] = await Promise.all([accounts.findAccount(accountId), logins.find(accountId)])
    // It was deleted a moment ago, and its sessions with it.
    if (account === null || login === null) throw noSession()
    const counted = new Map(await countedByMonth(accountId))
    return {
      id: account.id,
      email: login.email,
      isAdmin: login.isAdmin,
      createdAtMs: account.createdAtMs,
      plan: account.plan,
      limits: plans[account.plan],
      usedThisMonth: counted.get(calendar.month(clock.wallMs())) ?? 0,
      hasSecondFactor: await secondFactors.isOn(accountId),
    }
  }
}

export type DescribeAccount = ReturnType<typeof createDescribeAccount>
