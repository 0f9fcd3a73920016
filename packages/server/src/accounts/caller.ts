import type { PlanLimits } from '@p2p-rates/contract'
import type { Offender } from '../limits/hammering.js'
import type { MonthlyQuota } from '../limits/monthly-quota.js'
import type { SlidingWindow } from '../limits/sliding-window.js'
import type { Account, ApiKey } from './account.js'

/** One account as requests see it, in memory once and shared by all its keys: the plan may change under a running request. */
export type AccountState = {
  account: Account
  limits: PlanLimits
  readonly minute: SlidingWindow
  readonly quota: MonthlyQuota
  /** Requests whose answer is being made. */
  underWay: number
  /** How it takes a refusal. */
  readonly refusals: Offender
}

/** Who is asking: a live key and the account behind it. */
export type Caller = {
  readonly key: ApiKey
  readonly state: AccountState
}
