import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'

/**
 * Returns true if a page runs from the worst price for the caller to the best. Exchanges list the best price first. A
 * reversed page is the opposite side's list, or the far end of this one. Ties don't count, and a few reversed ads may
 * be chance.
 */
export function isPageReversed(ads: readonly Ad[], side: Side): boolean {
  const prices = ads.filter((ad) => !ad.promoted).map((ad) => (side === 'BUY' ? ad.price : -ad.price))
  const steps = prices.slice(1).map((price, index) => price - (prices[index] ?? price))
  return steps.every((step) => step <= 0) && steps.filter((step) => step < 0).length >= fewestSteps
}

const fewestSteps = 5
