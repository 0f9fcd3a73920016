import type { Ad } from '../ad.js'
import { inExchangeOrder } from '../exchanges/exchange-order.js'
import type { SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import type { ExchangeId, Side } from '../vocabulary.js'
import { type Amount, averagePrice, type Fill, fillAmount, fillGreedily, maxFills, sumOf } from './fill-amount.js'
import { takeableAds } from './takeable-ads.js'

export type QuoteRequest = {
  readonly side: Side
  readonly amount: Amount
  readonly exchange?: ExchangeId
  /** Which ads are wanted at all, by their payment methods for example. */
  readonly accepts?: (ad: Ad) => boolean
}

/** Why a part stayed open: there are no ads, the rest is below every minimum, or the ads are used up. */
export type UnfilledReason = 'no_ads' | 'below_minimum' | 'not_enough_depth'

/** What trading an amount comes to, in the order of the trades to make. */
export type Deal = {
  readonly fiat: number
  readonly usdt: number
  /** Fiat per USDT over all fills; `null` when nothing could be filled. */
  readonly averagePrice: number | null
  readonly worstPrice: number | null
  readonly fills: readonly Fill[]
  readonly unfilled: { readonly value: number; readonly reason: UnfilledReason } | null
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
function confidenceIn({ fills, unfilled }: Deal, { level, reasons }: SideConfidence): SideConfidence {
  if (unfilled === null && fills.length <= maxFills) return { level, reasons }
  const doubted = fills.length === 0 ? 'low' : level === 'high' ? 'medium' : level
  return { level: doubted, reasons: [...reasons, 'amount_does_not_fit'] }
}

/** At most three trades where they suffice, otherwise as many as needed. */
function deal(unsorted: readonly Ad[], side: Side, amount: Amount): Deal {
  const ads = unsorted.toSorted((a, b) => (side === 'BUY' ? a.price - b.price : b.price - a.price))
  const fills = fillAmount(ads, side, amount) ?? fillGreedily(ads, amount)
  const { fiat, usdt } = sumOf(fills)
  const open = amount.value - (amount.unit === 'fiat' ? fiat : usdt)
  const prices = fills.map(({ ad }) => ad.price)
  return {
    fiat,
    usdt,
    averagePrice: averagePrice(fills),
    worstPrice: fills.length === 0 ? null : side === 'BUY' ? Math.max(...prices) : Math.min(...prices),
    fills,
    unfilled: open > amount.value * 1e-9 ? { value: open, reason: reasonFor(ads, fills) } : null,
  }
}

function reasonFor(ads: readonly Ad[], fills: readonly Fill[]): UnfilledReason {
  if (ads.length === 0) return 'no_ads'
  return fills.length < ads.length ? 'below_minimum' : 'not_enough_depth'
}
