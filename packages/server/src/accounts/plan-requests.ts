import type { PlanName } from '@p2p-rates/contract'
import type { Clock } from '../base/time/clock.js'
import type { DescribeAccount } from './describe-account.js'
import { type AttemptCounter, reserveAuthAttempt } from './reserve-auth-attempt.js'

export type PlanRequest = {
  readonly account_id: string
  readonly email: string
  readonly plan: PlanName
  readonly wanted_plan: PlanName
  readonly note: string | null
  readonly at: string
}

export type NotifyOperator = (request: PlanRequest) => Promise<boolean>

/** Plan requests go to the operator, because no payment is built in. */
export function createPlanRequests(ports: {
  describe: DescribeAccount
  notifyOperator: NotifyOperator | null
  contact: string | null
  attempts: AttemptCounter
  clock: Clock
}) {
  const { describe, notifyOperator, contact, attempts, clock } = ports
  return async (accountId: string, wish: { plan: PlanName; note: string | null }) => {
    if (notifyOperator === null) return { told: false, contact }
    await reserveAuthAttempt(attempts, accountId, 'planRequests')
    const { email, plan } = await describe(accountId)
    const told = await notifyOperator({
      account_id: accountId,
      email,
      plan,
      wanted_plan: wish.plan,
      note: wish.note,
      at: new Date(clock.wallMs()).toISOString(),
    })
    return { told, contact }
  }
}
