import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import { feeBetween, generalFee, type TransferFee } from '../transfers/transfer-fee.js'
import type { Confidence, SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { confidenceLevels } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type Execution, executionOf, type UnfilledReason } from './execution.js'
import type { Amount } from './fill-greedily.js'
import { planTrades, usualCosts } from './plan-trades.js'
import { confidenceIn } from './quote.js'
import { usableAds } from './usable-ads.js'

export type ConversionRequest = {
  /** Amount paid, in the source currency. */
  readonly amountFiat: number
  /** Within one exchange there is none. */
  readonly feeUsdt: TransferFee
  /** The caller's time for one more trade; the usual worth if absent. */
  readonly tradeWorthUsdt?: number
}

export type ConversionLeg = Execution & { readonly exchange: ExchangeId }

/** From one currency to another through USDT: bought on one exchange, moved once at most, sold on one exchange. */
export type Conversion = {
  readonly buy: ConversionLeg | null
  readonly sell: ConversionLeg | null
  readonly feeUsdt: number
  /** Why the amount cannot be converted as a whole: what stays over, in fiat of the first leg or USDT of the second. */
  readonly unfilled: {
    readonly leg: 'buy' | 'sell'
    readonly value: number
    /** `below_fee`: what could be bought does not pay for moving it. */
    readonly reason: UnfilledReason | 'below_fee'
  } | null
  readonly confidence: SideConfidence
}

/**
 * Convert one currency to another through USDT: the pair of exchanges that gives most for the amount, after the worth of
 * the time for its trades. If no pair takes the whole amount, the pair that takes most of it.
 */
export function conversion(
  from: TrustedMarket,
  to: TrustedMarket,
  { amountFiat, feeUsdt, tradeWorthUsdt = usualCosts.tradeWorthUsdt }: ConversionRequest,
  rules: TrustRules = normalRules,
): Conversion {
  const terms: Terms = { feeUsdt, tradeWorthUsdt, rules }
  const buys = legsOf(from, 'BUY', { unit: 'fiat', value: amountFiat }, terms)
  const whole = buys.filter(({ unfilled }) => unfilled === null)
  const trips = whole.flatMap((buy) => tripsFrom(buy, to, terms))
  const best =
    mostOf(trips.filter(isWhole), (trip) => broughtBy(trip, tradeWorthUsdt)) ??
    mostOf(trips, ({ buy, sell }) => sell.usdt / buy.usdt)
  const sure = (buy: Execution | null, sell: Execution | null): SideConfidence =>
    weaker(confidenceIn(buy ?? nothing, from.confidence.BUY), confidenceIn(sell ?? nothing, to.confidence.SELL))
  if (best !== undefined) {
    const { buy, sell, fee } = best
    const unfilled = sell.unfilled && { leg: 'sell' as const, ...sell.unfilled }
    return { buy, sell, feeUsdt: fee, unfilled, confidence: sure(buy, sell) }
  }
  const [enough] = whole
  const buy = enough ?? mostOf(buys, ({ fiat }) => fiat) ?? null
  return {
    buy,
    sell: null,
    feeUsdt: generalFee(feeUsdt),
    unfilled: unfilledWithoutTrip(buy, amountFiat, { isPaid: enough !== undefined, isSold: hasTakers(to, rules) }),
    confidence: sure(buy, null),
  }
}

type Terms = { readonly feeUsdt: TransferFee; readonly tradeWorthUsdt: number; readonly rules: TrustRules }
type Trip = { readonly buy: ConversionLeg; readonly sell: ConversionLeg; readonly fee: number }
const isWhole = ({ sell }: Trip): boolean => sell.unfilled === null

const broughtBy = ({ buy, sell }: Trip, tradeWorthUsdt: number): number =>
  sell.fiat - (buy.fills.length + sell.fills.length) * tradeWorthUsdt * (sell.averagePrice ?? 0)

const nothing = executionOf([], { ads: [], side: 'BUY', amount: { unit: 'usdt', value: 0 } })

function tripsFrom(buy: ConversionLeg, to: TrustedMarket, terms: Terms): readonly Trip[] {
  const isHere = (exchange: ExchangeId): boolean => exchange === buy.exchange
  const tripTo = (exchange: ExchangeId): readonly Trip[] => {
    const fee = isHere(exchange) ? 0 : feeBetween(terms.feeUsdt, buy.exchange, exchange)
    const usdt = buy.usdt - fee
    if (!(usdt > 0)) return []
    return legsOf(to, 'SELL', { unit: 'usdt', value: usdt }, terms, exchange).map((sell) => ({ buy, sell, fee }))
  }
  const sellers = to.boards.filter(({ side }) => side === 'SELL').map(({ exchange }) => exchange)
  return sellers
    .toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)) || compareExchanges(one, other))
    .flatMap(tripTo)
}

/** Each exchange alone, so that nothing is moved within a leg. */
function legsOf(
  market: TrustedMarket,
  side: Side,
  amount: Amount,
  { rules, feeUsdt, tradeWorthUsdt }: Terms,
  only?: ExchangeId,
): readonly ConversionLeg[] {
  const costs = { transferFeeUsdt: generalFee(feeUsdt), tradeWorthUsdt }
  return market.boards
    .filter((board) => board.side === side && (only === undefined || board.exchange === only))
    .toSorted((a, b) => compareExchanges(a.exchange, b.exchange))
    .map((board) => ({ exchange: board.exchange, ads: usableAds(board, rules) }))
    .filter(({ ads }) => ads.length > 0)
    .map(({ exchange, ads }) => ({ exchange, ...planTrades(ads, side, amount, costs).deal }))
}

const hasTakers = (market: TrustedMarket, rules: TrustRules): boolean =>
  market.boards.some((board) => board.side === 'SELL' && usableAds(board, rules).length > 0)

function unfilledWithoutTrip(
  buy: ConversionLeg | null,
  amountFiat: number,
  { isPaid, isSold }: { readonly isPaid: boolean; readonly isSold: boolean },
): Conversion['unfilled'] {
  if (buy === null) return { leg: 'buy', value: amountFiat, reason: 'no_ads' }
  if (!isPaid) return { leg: 'buy', ...(buy.unfilled ?? { value: amountFiat, reason: 'no_ads' }) }
  return { leg: 'sell', value: buy.usdt, reason: isSold ? 'below_fee' : 'no_ads' }
}

const mostOf = <T>(all: readonly T[], figure: (one: T) => number): T | undefined =>
  all.reduce<T | undefined>((best, one) => (best === undefined || figure(one) > figure(best) ? one : best), undefined)

function weaker(one: SideConfidence, other: SideConfidence): SideConfidence {
  const rank = (level: Confidence): number => confidenceLevels.indexOf(level)
  return {
    level: rank(one.level) < rank(other.level) ? one.level : other.level,
    reasons: [...new Set([...one.reasons, ...other.reasons])],
  }
}
