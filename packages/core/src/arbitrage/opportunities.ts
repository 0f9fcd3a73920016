import type { TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type ArbitrageRequest, legsOf, type Opportunity, roundTrips } from './round-trips.js'

/** A longer list is not read. */
const maxOpportunities = 30

/**
 * Buy on one exchange, transfer, sell on another: the best way for each ordered pair of exchanges that takes the amount
 * and has a positive gross spread, best net profit first. The net profit can be negative because of the fee.
 */
export function opportunities(
  market: TrustedMarket,
  ask: ArbitrageRequest,
  rules: TrustRules = normalRules,
): Opportunity[] {
  return listed(roundTrips(legsOf(market, rules), ask, (buying, selling) => buying !== selling))
}

/** Buy and sell on one exchange whose buyers pay more than its sellers ask. Nothing is transferred, so there is no fee. */
export function sameExchangeOpportunities(
  market: TrustedMarket,
  ask: Omit<ArbitrageRequest, 'feeUsdt'>,
  rules: TrustRules = normalRules,
): Opportunity[] {
  return listed(roundTrips(legsOf(market, rules), { ...ask, feeUsdt: 0 }, (buying, selling) => buying === selling))
}

const listed = (found: readonly Opportunity[]): Opportunity[] =>
  found.toSorted((a, b) => b.netProfit - a.netProfit).slice(0, maxOpportunities)
