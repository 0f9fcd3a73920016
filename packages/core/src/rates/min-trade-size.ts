import { usableAds } from '../book/usable-ads.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'

/** The smallest order where every ad asks for more than a normal caller trades. */
export type SmallestTrade = {
  readonly fromUsdt: number
  readonly fromFiat: number
  readonly price: number
  readonly exchange: ExchangeId
}

/** Smallest order on a side where no ad takes a normal amount. Null if one does, and if no ad is trusted. */
export function minTradeSize(market: TrustedMarket, side: Side, rules: TrustRules = normalRules): SmallestTrade | null {
  const boards = market.boards.filter((board) => board.side === side)
  if (boards.some((board) => board.ads.some(({ eligible }) => eligible))) return null
  const [smallest] = boards
    .flatMap((board) => usableAds(board, rules))
    .map((ad) => ({ fromUsdt: ad.minFiat / ad.price, fromFiat: ad.minFiat, price: ad.price, exchange: ad.exchange }))
    .filter(({ fromUsdt }) => fromUsdt > rules.bandUsdt.max)
    .sort((a, b) => a.fromUsdt - b.fromUsdt || bestFirst(side)(a, b))
  return smallest ?? null
}
