import type { Ad } from '../ad.js'
import { reachableFiat } from '../book/fill-greedily.js'

/** Smallest and largest order in fiat. */
export type Limits = readonly [min: number, max: number]

/** Smallest and largest order that these ads can fill together if each takes part, within their stock. */
export function jointLimitsOf(ads: readonly Ad[]): Limits {
  let min = 0
  let max = 0
  for (const ad of ads) {
    min += ad.minFiat
    max += reachableFiat(ad)
  }
  return [min, max]
}

export const isWithin = (fiat: number, [min, max]: Limits): boolean => fiat >= min && fiat <= max
