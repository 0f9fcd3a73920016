import { type Ad, advertiserKey } from '../ad.js'
import { bestFirst, type Side } from '../currencies-and-sides.js'

/** Maximum number of ads per board. Deeper ads are not traded. */
export const maxAdsPerBoard = 50

/**
 * Joins the pages of one side into one list, best price for the caller first. A book moves while it is paged, so an ad
 * can show up twice; the one seen last is kept.
 */
export function joinPages(pages: readonly (readonly Ad[])[], side: Side): Ad[] {
  const ads = new Map<string, Ad>()
  for (const ad of pages.flat()) ads.set(adKey(ad), ad)
  return [...ads.values()].sort(bestFirst(side)).slice(0, maxAdsPerBoard)
}

const adKey = (ad: Ad): string =>
  ad.adId === null ? JSON.stringify([advertiserKey(ad), ad.price, ad.minFiat, ad.maxFiat]) : `id:${ad.adId}`
