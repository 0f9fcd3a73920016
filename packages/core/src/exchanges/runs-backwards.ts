import type { Ad } from '../ad.js'
import type { Side } from '../vocabulary.js'

/**
 * Whether a page runs from the worst price for the caller to the best. Exchanges show the best first, so what runs
 * backwards is the other side's list, or the far end of this one. Ties say nothing, and a few ads may stand so by
 * chance.
 */
export function runsBackwards(ads: readonly Ad[], side: Side): boolean {
  const prices = ads.filter((ad) => !ad.promoted).map((ad) => (side === 'BUY' ? ad.price : -ad.price))
  const steps = prices.slice(1).map((price, index) => price - (prices[index] ?? price))
  return steps.every((step) => step <= 0) && steps.filter((step) => step < 0).length >= fewestSteps
}

const fewestSteps = 5
