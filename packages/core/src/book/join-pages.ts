import { type Ad, advertiserKey } from '../ad.js'

/** How deep a board goes: beyond fifty ads a side nobody trades. */
export const maxAdsPerBoard = 50

/**
 * One list from the pages of one side. A book moves while it is paged, so an ad can show up twice; what was seen last
 * is kept, at the place where it was seen first.
 */
export function joinPages(pages: readonly (readonly Ad[])[]): Ad[] {
  const ads = new Map<string, Ad>()
  for (const ad of pages.flat()) ads.set(adKey(ad), ad)
  return [...ads.values()].slice(0, maxAdsPerBoard)
}

/** Where an exchange shows no ad id, two ads of one person at one price within the same limits are one. */
const adKey = (ad: Ad): string =>
  ad.adId === null ? JSON.stringify([advertiserKey(ad), ad.price, ad.minFiat, ad.maxFiat]) : `id:${ad.adId}`
