import type { Ad } from '@p2p-rates/core'
import { advertiserKey } from '@p2p-rates/core/internal'

export type PageRead = { readonly ads: readonly Ad[]; readonly observedAtMs: number }

/** `unclear`: no conclusion. `doubtful`: both may be honest, or one hides a false ad among real ones. */
export type PageComparison = 'agree' | 'unclear' | 'doubtful' | 'contradict'

/**
 * Compares two collectors' readings of a page. Pages change between readings: floating prices all move slightly, single
 * ads move far. Agreement therefore needs little, a contradiction needs much evidence.
 */
export function comparePages(one: PageRead, other: PageRead): PageComparison {
  if (Math.abs(one.observedAtMs - other.observedAtMs) > comparableMs) return 'unclear'
  const most = Math.max(one.ads.length, other.ads.length)
  if (most === 0) return 'agree'
  const moves = movesBetween(one, other)
  const part = (moved: number) => moves.filter((move) => move > moved).length / moves.length
  const sharedPart = moves.length / most
  const mayHoldLure = part(minorMove) > 0 || hasUnsharedBest(one, other)
  if (sharedPart >= 0.6 && part(0) <= 0.02 && !mayHoldLure) return 'agree'
  if (most < minAdsToCompare) return 'unclear'
  if (sharedPart < 0.2 || (moves.length >= minAdsToCompare && part(minorMove) >= 0.3)) return 'contradict'
  return sharedPart >= 0.6 && part(minorMove) === 0 ? 'unclear' : 'doubtful'
}

function movesBetween(one: PageRead, other: PageRead): readonly number[] {
  const prices = new Map(one.ads.map((ad) => [nameOf(ad), ad.price]))
  return other.ads.flatMap((ad) => {
    const price = prices.get(nameOf(ad))
    return price === undefined ? [] : Math.max(ad.price / price, price / ad.price) - 1
  })
}

/** True if one reading alone has an ad better than all shared ads: new, removed, made up or hidden. */
function hasUnsharedBest(one: PageRead, other: PageRead): boolean {
  const [names, otherNames] = [namesOf(one), namesOf(other)]
  const isShared = (ad: Ad): boolean => names.has(nameOf(ad)) && otherNames.has(nameOf(ad))
  const worth = ({ side, price }: Ad): number => (side === 'BUY' ? 1 / price : price)
  const ads = [...one.ads, ...other.ads]
  const bestShared = Math.max(...ads.filter(isShared).map(worth))
  return ads.some((ad) => !isShared(ad) && worth(ad) > bestShared * (1 + minorMove))
}

/** True if agreement on the page is evidence for its readers: an almost empty page is easily made up. */
export const hasEnoughAds = ({ ads }: PageRead): boolean => ads.length >= minAdsToCompare

const comparableMs = 10_000
const minAdsToCompare = 4
/** Normal move of floating prices between two readings. A lie within it has no effect. */
const minorMove = 0.003

const nameOf = (ad: Ad): string => ad.adId ?? `${advertiserKey(ad)} ${ad.minFiat} ${ad.paymentMethods.join()}`
const namesOf = ({ ads }: PageRead): ReadonlySet<string> => new Set(ads.map(nameOf))
