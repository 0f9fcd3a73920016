import type { Ad } from '../ad.js'

/**
 * Whether the two sides of one market look exchanged: sellers asking clearly less than buyers offer.
 * Tops prove nothing, bait crosses them all day; and two sides that share no payment method are two markets whose
 * prices may differ in either direction. So it compares medians, over ads that somebody on the other side can pay.
 */
export function sidesSwapped(buyAds: readonly Ad[], sellAds: readonly Ad[]): boolean {
  const asks = pricesPayableWith(sellAds, buyAds)
  const bids = pricesPayableWith(buyAds, sellAds)
  if (asks.length < fewestAds || bids.length < fewestAds) return false
  return median(asks) < median(bids) * (1 - tolerance)
}

const tolerance = 0.01
const fewestAds = 3

const pricesPayableWith = (otherSide: readonly Ad[], ads: readonly Ad[]): number[] => {
  const methods = new Set(otherSide.flatMap((ad) => ad.paymentMethods))
  return ads.filter((ad) => ad.paymentMethods.some((method) => methods.has(method))).map((ad) => ad.price)
}

const median = (prices: readonly number[]): number => {
  const sorted = prices.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
