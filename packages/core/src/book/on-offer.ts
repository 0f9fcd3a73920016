import type { Ad } from '../ad.js'
import { reachableFiat } from './fill-amount.js'

/** What some ads have between them. */
export type OnOffer = {
  readonly ads: number
  /** What their advertisers still have; where an exchange does not tell, the largest order they take. */
  readonly usdt: number
  /** One order of each: no larger amount can be filled. */
  readonly atOnceUsdt: number
}

export const onOffer = (ads: readonly Ad[]): OnOffer => ({
  ads: ads.length,
  usdt: sum(ads, (ad) => ad.stockUsdt ?? ad.maxFiat / ad.price),
  atOnceUsdt: sum(ads, (ad) => reachableFiat(ad) / ad.price),
})

const sum = (ads: readonly Ad[], of: (ad: Ad) => number): number => ads.reduce((total, ad) => total + of(ad), 0)
