import type { Ad } from '../ad.js'
import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { type PriceInterval, quoteInterval } from '../honour/price-interval.js'
import type { SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import type { Execution } from './execution.js'
import type { Amount } from './fill-greedily.js'
import { maxFills, type PlanCosts, planTrades, type TradePlan } from './plan-trades.js'
import { usableBooks } from './usable-ads.js'

export type QuoteRequest = {
  readonly side: Side
  readonly amount: Amount
  readonly exchange?: ExchangeId
  readonly accepts?: (ad: Ad) => boolean
  readonly costs?: PlanCosts
  /** Also compute the bounds within which the price paid lies in 9 of 10 cases. */
  readonly interval?: boolean
}

/** The deal is the plan to follow. */
export type Quote = Execution & {
  readonly side: Side
  readonly amount: Amount
  readonly confidence: SideConfidence
  readonly plans: readonly TradePlan[]
  /** Only if requested. */
  readonly interval?: PriceInterval
  /** The same amount on one exchange alone, in the order of exchanges. */
  readonly alternatives: readonly (Execution & { readonly exchange: ExchangeId })[]
}

/**
 * Real cost or proceeds of an amount, from the trusted ads that a normal caller can take, with the plans to follow.
 *
 * @example
 * quote(market, { side: 'BUY', amount: { value: 10_000, unit: 'fiat' } }).usdt
 */
export function quote(market: TrustedMarket, request: QuoteRequest, rules: TrustRules = normalRules): Quote {
  const { side, amount, exchange, accepts = () => true, costs } = request
  const books = usableBooks(market, side, rules, exchange).map((book) => ({ ...book, ads: book.ads.filter(accepts) }))
  const planned = planTrades(
    books.flatMap(({ ads }) => ads),
    side,
    amount,
    costs,
  )
  return {
    side,
    amount,
    confidence: confidenceIn(planned.deal, market.confidence[side]),
    ...planned.deal,
    plans: planned.plans,
    ...(request.interval === true && { interval: quoteInterval(market, request, planned.deal, rules) }),
    alternatives: books.map(({ exchange, ads }) => ({ exchange, ...planTrades(ads, side, amount, costs).deal })),
  }
}

/** A deal that leaves a rest, or takes many trades, is never certain. Without a deal there is nothing to judge. */
export function confidenceIn({ fills, unfilled }: Execution, { level, reasons }: SideConfidence): SideConfidence {
  if (unfilled === null && fills.length <= maxFills) return { level, reasons }
  const doubted = fills.length === 0 ? 'low' : level === 'high' ? 'medium' : level
  return { level: doubted, reasons: [...reasons, 'amount_does_not_fit'] }
}
