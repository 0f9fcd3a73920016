import { noSession } from '../base/errors/authentication-errors.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import type { PlanTable } from './actor.js'
import type { CredentialStore } from './login-stores.js'
import type { SecondFactors } from './second-factors.js'
import type { UsageStore } from './usage/usage-store.js'

export function createDescribeAccount(ports: {
  store: { keys: AccountAndKeyStore; logins: CredentialStore; usage: UsageStore }
  secondFactors: Pick<SecondFactors, 'isOn'>
  plans: PlanTable
  clock: Clock
  calendar: Calendar
}) {
  const { store, secondFactors, plans, clock, calendar } = ports
  return async (accountId: string) => {
    const [account, login] = await Promise.all([store.keys.findAccount(accountId), store.logins.find(accountId)])
    // It was deleted a moment ago, and its sessions with it.
    if (account === null || login === null) throw noSession()
    const counted = new Map(await store.usage.countedByMonth(accountId))
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
