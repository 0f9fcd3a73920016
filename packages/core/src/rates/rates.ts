import { type BestPrice, bestPrice } from '../book/best-price.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import { bestPriceInterval, type PriceInterval } from '../honour/price-interval.js'
import { type SideConfidence, seenAtMs, type TrustedBoard, type TrustedMarket } from '../trust/judgement.js'
import { crossExchangeSpreadPct } from './cross-exchange-spread.js'
import { type SurerPrice, surerPrice } from './surer-price.js'

/** Best prices of one exchange. BUY and SELL are what the caller does; the ads are those a normal caller can take. */
export type ExchangeRates = {
  readonly exchange: ExchangeId
  readonly buy: number | null
  readonly sell: number | null
  readonly buyAds: number
  readonly sellAds: number
}

export type OverallBest = { readonly price: number; readonly exchange: ExchangeId }

/** Best reliable prices of one currency, unrounded. */
export type MarketRates = {
  readonly fiat: string
  /** When the newest observation used was received; `null` when nothing could be used. */
  readonly updatedAtMs: number | null
  readonly bestBuy: OverallBest | null
  readonly bestSell: OverallBest | null
  readonly crossExchangeSpreadPct: number | null
  /** Exchanges with at least one reliable side, in the order of exchanges. */
  readonly exchanges: readonly ExchangeRates[]
  readonly confidence: Readonly<Record<Side, SideConfidence>>
  readonly surer: Readonly<Record<Side, SurerPrice | null>>
  /** Only if requested. */
  readonly intervals?: Readonly<Record<Side, PriceInterval>>
}

/**
 * Best prices of a judged market, of each exchange and overall, with the spread and the confidence in them.
 *
 * @example
 * const { bestBuy, intervals } = rates(judgeMarket('UAH', boards), { intervals: true })
 */
export function rates(market: TrustedMarket, options: { readonly intervals?: boolean } = {}): MarketRates {
  const used = market.boards.filter(isUsed)
  const ids = [...new Set(used.map(({ exchange }) => exchange))].sort(compareExchanges)
  const exchanges = ids.map((exchange) => {
    const best = (side: Side): BestPrice => {
      const board = used.find((candidate) => candidate.exchange === exchange && candidate.side === side)
      return board === undefined ? { price: null, ads: 0 } : bestPrice(board)
    }
    const buy = best('BUY')
    const sell = best('SELL')
    return { exchange, buy: buy.price, sell: sell.price, buyAds: buy.ads, sellAds: sell.ads }
  })
  return {
    fiat: market.fiat,
    updatedAtMs: updatedAtMs(used),
    bestBuy: overall(exchanges, 'BUY'),
    bestSell: overall(exchanges, 'SELL'),
    crossExchangeSpreadPct: crossExchangeSpreadPct(exchanges),
    exchanges,
    confidence: market.confidence,
    surer: { BUY: surerPrice(market, 'BUY'), SELL: surerPrice(market, 'SELL') },
    ...(options.intervals === true && {
      intervals: { BUY: bestPriceInterval(market, 'BUY'), SELL: bestPriceInterval(market, 'SELL') },
    }),
  }
}

/** Ties go to the exchange with more ads behind the price, then to the earlier one. */
function overall(exchanges: readonly ExchangeRates[], side: Side): OverallBest | null {
  const offers = exchanges.flatMap(({ exchange, buy, sell, buyAds, sellAds }) => {
    const [price, ads] = side === 'BUY' ? [buy, buyAds] : [sell, sellAds]
    return price === null ? [] : [{ exchange, price, ads }]
  })
  const [best] = offers.sort((a, b) => bestFirst(side)(a, b) || b.ads - a.ads)
  return best === undefined ? null : { price: best.price, exchange: best.exchange }
}

const isUsed = ({ ads }: TrustedBoard): boolean => ads.some(({ eligible }) => eligible)

export function updatedAtMs(boards: readonly TrustedBoard[]): number | null {
  const used = boards.filter(isUsed)
  return used.length === 0 ? null : Math.max(...used.map(seenAtMs))
}
