import type { TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type ArbitrageRequest, legsOf, type Opportunity, roundTrips } from './round-trips.js'

export type { ArbitrageRequest, Opportunity } from './round-trips.js'

/** A longer list is not read. */
const maxOpportunities = 30

/**
 * Buy on one exchange, transfer, sell on another: the best way for every ordered pair that can take the amount and has
 * a positive gross spread, best net profit first. The net profit may be negative: the caller must see what a fee does.
 */
export function opportunities(
  market: TrustedMarket,
  ask: ArbitrageRequest,
  rules: TrustRules = normalRules,
): Opportunity[] {
  return listed(roundTrips(legsOf(market, rules), ask, (buying, selling) => buying !== selling))
}

/** Crossed markets: on one exchange some pay more for USDT than others ask. Nothing is moved, so no fee is due. */
export function sameExchangeOpportunities(
  market: TrustedMarket,
  ask: Omit<ArbitrageRequest, 'feeUsdt'>,
  rules: TrustRules = normalRules,
): Opportunity[] {
  return listed(roundTrips(legsOf(market, rules), { ...ask, feeUsdt: 0 }, (buying, selling) => buying === selling))
}

const listed = (found: readonly Opportunity[]): Opportunity[] =>
  found.toSorted((a, b) => b.netProfit - a.netProfit).slice(0, maxOpportunities)
