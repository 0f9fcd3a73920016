import type { Ad } from '../ad.js'
import { reachableFiat } from './fill-amount.js'

/** What some ads have between them. */
export type AvailableSupply = {
  readonly ads: number
  /** What their advertisers still have; where an exchange does not tell, the largest order they take. */
  readonly usdt: number
  /** One order of each: no larger amount can be filled. */
  readonly singleOrderUsdt: number
}

export const availableSupply = (ads: readonly Ad[]): AvailableSupply => ({
  ads: ads.length,
  usdt: sum(ads, (ad) => ad.stockUsdt ?? ad.maxFiat / ad.price),
  singleOrderUsdt: sum(ads, (ad) => reachableFiat(ad) / ad.price),
})

const sum = (ads: readonly Ad[], of: (ad: Ad) => number): number => ads.reduce((total, ad) => total + of(ad), 0)
