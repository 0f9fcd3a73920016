import type { Ad } from '../ad.js'
import { type Fill, fillPrice, reachableFiat, sumOf } from '../book/fill-greedily.js'
import { fillAmount, type PlanCosts, usualCosts } from '../book/plan-trades.js'
import { usableAds } from '../book/usable-ads.js'
import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import { feeBetween, generalFee, type TransferFee } from '../transfers/transfer-fee.js'
import type { TrustedMarket } from '../trust/judgement.js'
import type { TrustRules } from '../trust/trust-rules.js'
import { grossSpreadPct, netProfit } from './net-profit.js'

export type Opportunity = {
  readonly buyExchange: ExchangeId
  readonly sellExchange: ExchangeId
  /** Averages where a leg takes more than one ad. */
  readonly buyPrice: number
  readonly sellPrice: number
  readonly grossSpreadPct: number
  readonly netProfitPct: number
  readonly netProfit: number
  readonly buyLimits: Limits
  readonly sellLimits: Limits
  readonly buyMethods: readonly string[]
  readonly sellMethods: readonly string[]
  readonly buyFills: readonly Fill[]
  readonly sellFills: readonly Fill[]
}

export type ArbitrageRequest = {
  readonly amountFiat: number
  readonly feeUsdt: TransferFee
  /** The caller's time for one more trade; the usual worth if absent. */
  readonly tradeWorthUsdt?: number
}

/** Usable ads of one side of an exchange, the best first. */
export type Leg = { readonly exchange: ExchangeId; readonly side: Side; readonly ads: readonly Ad[] }

export function legsOf(market: TrustedMarket, rules: TrustRules): readonly Leg[] {
  const isThin = [market.confidence.BUY, market.confidence.SELL].some(({ level }) => level === 'low')
  return (
    market.boards
      // In a thin market each leg needs a vote of its own.
      .filter((board) => !isThin || (board.consensus?.weight ?? 0) >= 1)
      .map((board) => ({ exchange: board.exchange, side: board.side, ads: usableAds(board, rules) }))
      .sort((a, b) => compareExchanges(a.exchange, b.exchange))
  )
}

export function roundTrips(
  legs: readonly Leg[],
  { amountFiat, feeUsdt, tradeWorthUsdt = usualCosts.tradeWorthUsdt }: ArbitrageRequest,
  pairs: (buying: ExchangeId, selling: ExchangeId) => boolean,
): Opportunity[] {
  const costs = { transferFeeUsdt: generalFee(feeUsdt), tradeWorthUsdt }
  return legs
    .filter(({ side }) => side === 'BUY')
    .flatMap((buy) => {
      const worthwhile = legs.filter(
        (sell) => sell.side === 'SELL' && pairs(buy.exchange, sell.exchange) && isCrossed(buy, sell),
      )
      const split =
        worthwhile.length === 0 ? null : fillAmount(buy.ads, 'BUY', { unit: 'fiat', value: amountFiat }, costs)
      return worthwhile.flatMap((sell) => {
        const fee = feeBetween(feeUsdt, buy.exchange, sell.exchange)
        const pair = bestPair(buy.ads, sell.ads, amountFiat, fee)
        const several = outOf(pair) > amountFiat ? null : bestSplit(split, sell.ads, { ...costs, transferFeeUsdt: fee })
        const trade = outOf(several) > outOf(pair) ? several : pair
        return trade === null ? [] : opportunityOf(trade, amountFiat, fee)
      })
    })
    .filter((opportunity) => opportunity.grossSpreadPct > 0)
}

/** No two ads earn anything where the best two do not. */
const isCrossed = (buy: Leg, sell: Leg): boolean =>
  (sell.ads[0]?.price ?? 0) > (buy.ads[0]?.price ?? Number.POSITIVE_INFINITY)

type Trade = { readonly buy: readonly Fill[]; readonly sell: readonly Fill[] }

/** Pairs of single ads. Both lists start with the best price, so the search ends when no later pair can do better. */
function bestPair(buyAds: readonly Ad[], sellAds: readonly Ad[], amountFiat: number, feeUsdt: number): Trade | null {
  let best: Trade | null = null
  let bestOut = Number.NEGATIVE_INFINITY
  const topPrice = sellAds[0]?.price ?? 0
  for (const buy of buyAds) {
    const usdt = amountFiat / buy.price
    const sent = usdt - feeUsdt
    if (!(sent > 0) || sent * topPrice <= bestOut) break
    if (!isWithin(amountFiat, jointLimitsOf([buy]))) continue
    const sell = sellAds.find((ad) => isWithin(sent * ad.price, jointLimitsOf([ad])))
    if (sell === undefined || sent * sell.price <= bestOut) continue
    bestOut = sent * sell.price
    best = { buy: [{ ad: buy, fiat: amountFiat, usdt }], sell: [{ ad: sell, fiat: bestOut, usdt: sent }] }
  }
  return best
}

const outOf = (trade: Trade | null): number => (trade === null ? 0 : sumOf(trade.sell).fiat)

/** Up to three ads a leg, for amounts that no single pair of ads can take with a profit. */
function bestSplit(buy: readonly Fill[] | null, sellAds: readonly Ad[], costs: PlanCosts): Trade | null {
  if (buy === null) return null
  const sent = sumOf(buy).usdt - costs.transferFeeUsdt
  const sell = sent > 0 ? fillAmount(sellAds, 'SELL', { unit: 'usdt', value: sent }, costs) : null
  return sell && { buy, sell }
}

function opportunityOf(trade: Trade, amountFiat: number, feeUsdt: number): Opportunity {
  const prices = { buy: fillPrice(trade.buy) ?? 0, sell: fillPrice(trade.sell) ?? 0 }
  const profit = netProfit(amountFiat, prices, feeUsdt)
  return {
    buyExchange: exchangeOf(trade.buy),
    sellExchange: exchangeOf(trade.sell),
    buyPrice: prices.buy,
    sellPrice: prices.sell,
    grossSpreadPct: grossSpreadPct(prices),
    netProfitPct: profit.netProfitPct,
    netProfit: profit.netProfit,
    buyLimits: jointLimitsOf(trade.buy.map(({ ad }) => ad)),
    sellLimits: jointLimitsOf(trade.sell.map(({ ad }) => ad)),
    buyMethods: methodsOf(trade.buy),
    sellMethods: methodsOf(trade.sell),
    buyFills: trade.buy,
    sellFills: trade.sell,
  }
}

const exchangeOf = (fills: readonly Fill[]): ExchangeId => fills[0]?.ad.exchange ?? ''
const methodsOf = (fills: readonly Fill[]) => [...new Set(fills.flatMap(({ ad }) => ad.paymentMethods))]

/** Smallest and largest order in fiat. */
export type Limits = readonly [min: number, max: number]

/** Smallest and largest order that these ads can fill together if each takes part, within their stock. */
function jointLimitsOf(ads: readonly Ad[]): Limits {
  let min = 0
  let max = 0
  for (const ad of ads) {
    min += ad.minFiat
    max += reachableFiat(ad)
  }
  return [min, max]
}

const isWithin = (fiat: number, [min, max]: Limits): boolean => fiat >= min && fiat <= max
