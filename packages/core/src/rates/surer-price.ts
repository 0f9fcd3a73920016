import { bestPrice } from '../book/best-price.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import type { Confidence, TrustedMarket } from '../trust/judgement.js'

export type SurerPrice = { readonly price: number; readonly exchange: ExchangeId; readonly level: Confidence }

/**
 * The best price of the exchanges that deserve more confidence than the best price of all. `null` unless that one has
 * low confidence, and if no exchange deserves more.
 */
export function surerPrice(market: TrustedMarket, side: Side): SurerPrice | null {
  if (market.confidence[side].level !== 'low') return null
  const offers = market.boards.flatMap((board): SurerPrice[] => {
    const level = board.confidence?.level ?? 'low'
    const price = board.side === side && level !== 'low' ? bestPrice(board).price : null
    return price === null ? [] : [{ price, exchange: board.exchange, level }]
  })
  const [best] = offers.sort((a, b) => bestFirst(side)(a, b) || compareExchanges(a.exchange, b.exchange))
  return best ?? null
}
