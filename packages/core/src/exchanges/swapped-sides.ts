import type { Ad } from '../ad.js'
import { median } from '../stats/median.js'

/**
 * Whether the two sides of one market look exchanged: sellers asking clearly less than buyers offer.
 * Tops prove nothing, bait crosses them all day; and two sides that share no payment method are two markets whose
 * prices may differ in either direction. So it compares medians, over ads that somebody on the other side can pay.
 */
export function sidesSwapped(buyAds: readonly Ad[], sellAds: readonly Ad[]): boolean {
  const ask = medianPrice(buyAds, sellAds)
  const bid = medianPrice(sellAds, buyAds)
  return ask !== null && bid !== null && ask < bid * (1 - tolerance)
}

const tolerance = 0.01
const fewestAds = 3

/** The middle price of the ads whose methods the other side knows too; `null` when they are too few to have one. */
function medianPrice(ads: readonly Ad[], otherSide: readonly Ad[]): number | null {
  const methods = new Set(otherSide.flatMap((ad) => ad.paymentMethods))
  const comparable = ads.filter((ad) => ad.paymentMethods.some((method) => methods.has(method)))
  return comparable.length < fewestAds ? null : median(comparable.map((ad) => ad.price))
}
