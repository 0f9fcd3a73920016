import type { Side } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import type { JudgedAd, TrustedBoard } from '../trust/judgement.js'

/** Best price for the caller first, then the better score, then a fixed order. Never the exchange's own order. */
export const sortBook = (ads: readonly JudgedAd[], side: Side): JudgedAd[] =>
  [...ads].sort((a, b) => byPrice(a, b, side) || b.score - a.score || byIdentity(a, b))

/** Books in order as one: the better price first, at one price the order of exchanges. Within a book nothing moves. */
export function mergeBooks(books: readonly Pick<TrustedBoard, 'exchange' | 'ads'>[], side: Side): JudgedAd[] {
  return books
    .toSorted((a, b) => compareExchanges(a.exchange, b.exchange))
    .flatMap(({ ads }) => ads)
    .sort((a, b) => byPrice(a, b, side))
}

function byPrice(a: JudgedAd, b: JudgedAd, side: Side): number {
  const [left, right] = side === 'BUY' ? [a.ad.price, b.ad.price] : [b.ad.price, a.ad.price]
  // Broken prices go last on both sides.
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
  return left === right ? 0 : left < right ? -1 : 1
}

function byIdentity({ ad: a }: JudgedAd, { ad: b }: JudgedAd): number {
  return (
    compare(a.adId ?? '', b.adId ?? '') ||
    compare(a.nickname, b.nickname) ||
    compare(a.minFiat, b.minFiat) ||
    compare(a.maxFiat, b.maxFiat)
  )
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
