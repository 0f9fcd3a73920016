import type { Ad } from '../ad.js'
import { median } from '../stats/median.js'

/** The middle of what sellers ask and of what buyers bid, in one currency on one exchange. */
export type SideCentres = { readonly ask: number; readonly bid: number }

/**
 * Where both sides of one market lie; `null` when one of them has too few ads to have a middle. Bait crosses the tops
 * all day, and sides that share no payment method are two markets. So these are medians over ads that the other side
 * can pay. Either may be the higher one: bids are, where money on a card is dear.
 */
export function sideCentres(buyAds: readonly Ad[], sellAds: readonly Ad[]): SideCentres | null {
  const ask = medianPrice(buyAds, sellAds)
  const bid = medianPrice(sellAds, buyAds)
  return ask === null || bid === null ? null : { ask, bid }
}

const fewestAds = 3

/** The middle price of the ads whose methods the other side knows too; `null` when they are too few to have one. */
function medianPrice(ads: readonly Ad[], otherSide: readonly Ad[]): number | null {
  const methods = new Set(otherSide.flatMap((ad) => ad.paymentMethods))
  const comparable = ads.filter((ad) => ad.paymentMethods.some((method) => methods.has(method)))
  return comparable.length < fewestAds ? null : median(comparable.map((ad) => ad.price))
}
