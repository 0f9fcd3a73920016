import type { Ad } from '../ad.js'
import { inExchangeOrder } from '../exchanges/exchange-order.js'
import type { SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import type { ExchangeId, Side } from '../vocabulary.js'
import { type Deal, deal } from './deal.js'
import { type Amount, maxFills } from './fill-amount.js'
import { takeableAds } from './takeable-ads.js'

export type QuoteRequest = {
  readonly side: Side
  readonly amount: Amount
  readonly exchange?: ExchangeId
  /** Which ads are wanted at all, by their payment methods for example. */
  readonly accepts?: (ad: Ad) => boolean
}

export type Quote = Deal & {
  readonly side: Side
  readonly amount: Amount
  /** How far this deal is to be relied on. */
  readonly confidence: SideConfidence
  /** The same amount on one exchange alone, in the order of exchanges. */
  readonly alternatives: readonly (Deal & { readonly exchange: ExchangeId })[]
}

/** Walks the trusted ads that a normal caller may take and says what the amount really costs or brings. */
export function quote(market: TrustedMarket, request: QuoteRequest, rules: TrustRules = normalRules): Quote {
  const { side, amount, exchange, accepts = () => true } = request
  const boards = market.boards
    .filter((board) => board.side === side && (exchange === undefined || board.exchange === exchange))
    .map((board) => ({ exchange: board.exchange, ads: takeableAds(board, rules).filter(accepts) }))
    .sort((a, b) => inExchangeOrder(a.exchange, b.exchange))
  const whole = deal(
    boards.flatMap(({ ads }) => ads),
    side,
    amount,
  )
  return {
    side,
    amount,
    confidence: confidenceIn(whole, market.confidence[side]),
    ...whole,
    alternatives: boards.map((board) => ({ exchange: board.exchange, ...deal(board.ads, side, amount) })),
  }
}

/** A deal that leaves a rest, or takes many trades, is never certain. Without a deal there is nothing to judge. */
export function confidenceIn({ fills, unfilled }: Deal, { level, reasons }: SideConfidence): SideConfidence {
  if (unfilled === null && fills.length <= maxFills) return { level, reasons }
  const doubted = fills.length === 0 ? 'low' : level === 'high' ? 'medium' : level
  return { level: doubted, reasons: [...reasons, 'amount_does_not_fit'] }
}
