import type { Ad } from '../ad.js'
import { median } from '../stats/median.js'

export type SideCentres = { readonly ask: number; readonly bid: number }

/**
 * Median prices of both sides of one market; `null` if a side has too few ads. Bait crosses the best prices all day,
 * and sides without a common payment method are two markets. These medians therefore use only ads that the opposite
 * side can pay. Bids may exceed asks, for example if money on a card is expensive.
 */
export function sideCentres(buyAds: readonly Ad[], sellAds: readonly Ad[]): SideCentres | null {
  const ask = medianPrice(buyAds, sellAds)
  const bid = medianPrice(sellAds, buyAds)
  return ask === null || bid === null ? null : { ask, bid }
}

const fewestAds = 3

function medianPrice(ads: readonly Ad[], otherSide: readonly Ad[]): number | null {
  const methods = new Set(otherSide.flatMap((ad) => ad.paymentMethods))
  const comparable = ads.filter((ad) => ad.paymentMethods.some((method) => methods.has(method)))
  return comparable.length < fewestAds ? null : median(comparable.map((ad) => ad.price))
}
