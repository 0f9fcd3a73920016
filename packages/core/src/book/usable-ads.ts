import type { Ad } from '../ad.js'
import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import { meetsDemands } from '../trust/gates.js'
import type { TrustedBoard, TrustedMarket } from '../trust/judgement.js'
import type { TrustRules } from '../trust/trust-rules.js'

/** Trusted ads of present advertisers whose requirements a normal caller meets. Sizes are not checked. */
export const usableAds = (board: TrustedBoard, rules: TrustRules): Ad[] =>
  board.ads
    .filter(({ trusted, reasons }) => trusted && !reasons.some(({ code }) => code === 'away'))
    .flatMap(({ ad }) => (meetsDemands(ad.takerDemands, rules.caller) ? [ad] : []))

/** Usable ads of a side by exchange, in the order of exchanges; of one exchange if it is named. */
export const usableBooks = (market: TrustedMarket, side: Side, rules: TrustRules, exchange?: ExchangeId) =>
  market.boards
    .filter((board) => board.side === side && (exchange === undefined || board.exchange === exchange))
    .toSorted((a, b) => compareExchanges(a.exchange, b.exchange))
    .map((board) => ({ exchange: board.exchange, ads: usableAds(board, rules) }))
