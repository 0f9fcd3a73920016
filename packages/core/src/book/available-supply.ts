import type { Ad } from '../ad.js'
import { reachableFiat } from './fill-greedily.js'

export type AvailableSupply = {
  readonly ads: number
  /** USDT that the advertisers still have. Ads without a stated stock count with their largest order. */
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
