import { type Ad, advertiserKey } from '@p2p-rates/core'

/** One page as somebody has read it for us. */
export type PageRead = { readonly ads: readonly Ad[]; readonly observedAtMs: number }

export type PageComparison = 'agree' | 'unclear' | 'contradict'

/**
 * Two readings of one page by two readers. Pages change between them, so little is asked for agreement, and much less
 * must be there before one of them is called a liar.
 */
export function comparePages(one: PageRead, other: PageRead): PageComparison {
  if (Math.abs(one.observedAtMs - other.observedAtMs) > comparableMs) return 'unclear'
  const most = Math.max(one.ads.length, other.ads.length)
  const least = Math.min(one.ads.length, other.ads.length)
  if (most === 0) return 'agree'
  if (least === 0) return most >= telling ? 'contradict' : 'unclear'
  const prices = new Map(one.ads.map((ad) => [nameOf(ad), ad.price]))
  const shared = other.ads.filter((ad) => prices.has(nameOf(ad)))
  const equal = shared.filter((ad) => prices.get(nameOf(ad)) === ad.price)
  const sharedPart = shared.length / most
  const equalPart = shared.length === 0 ? 0 : equal.length / shared.length
  if (sharedPart >= 0.6 && equalPart >= 0.98) return 'agree'
  if (most < telling) return 'unclear'
  return sharedPart < 0.2 || (shared.length >= telling && equalPart < 0.5) ? 'contradict' : 'unclear'
}

const comparableMs = 10_000
/** Fewer ads tell little. */
const telling = 4

const nameOf = (ad: Ad): string => ad.adId ?? `${advertiserKey(ad)} ${ad.minFiat} ${ad.paymentMethods.join()}`
