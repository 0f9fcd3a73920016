import type { ExchangeId } from '../currencies-and-sides.js'

/** The record that a caller can show to advertisers, and the exchanges of their accounts. Trust does not depend on it. */
export type Caller = {
  /** Orders completed on the exchange of the ad. */
  readonly orders: number
  readonly completionPct: number
  readonly accountAgeDays: number
  /** True if the caller passes the extra verification that some advertisers demand. */
  readonly isVerified: boolean
  /** Exchanges where the caller has an account; `null` for all. */
  readonly exchanges: readonly ExchangeId[] | null
}

export const usualCaller: Caller = {
  orders: 10,
  completionPct: 95,
  accountAgeDays: 30,
  isVerified: false,
  exchanges: null,
}

/** A caller on the first day, without a single order: no completion rate exists yet. */
export const newcomer: Caller = { ...usualCaller, orders: 0, completionPct: 0, accountAgeDays: 0 }

export const experiencedCaller: Caller = {
  ...usualCaller,
  orders: 100,
  completionPct: 100,
  accountAgeDays: 365,
  isVerified: true,
}

export const hasAccountOn = (exchange: ExchangeId, { exchanges }: Caller): boolean =>
  exchanges === null || exchanges.includes(exchange)
