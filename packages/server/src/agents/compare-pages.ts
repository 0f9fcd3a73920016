import { type Ad, advertiserKey } from '@p2p-rates/core'

/** One page as somebody has read it for us. */
export type PageRead = { readonly ads: readonly Ad[]; readonly observedAtMs: number }

/** `unclear`: they tell nothing about each other. `doubtful`: both may be honest, and one of them may hide a lie among truths. */
export type PageComparison = 'agree' | 'unclear' | 'doubtful' | 'contradict'

/**
 * Two readings of one page by two readers. Pages change between them: prices that follow a market all move a little at
 * once, single ads move by much. So little is asked for agreement, and much must be there before one of them is called a liar.
 */
export function comparePages(one: PageRead, other: PageRead): PageComparison {
  if (Math.abs(one.observedAtMs - other.observedAtMs) > comparableMs) return 'unclear'
  const most = Math.max(one.ads.length, other.ads.length)
  if (most === 0) return 'agree'
  const moves = movesBetween(one, other)
  const part = (moved: number) => moves.filter((move) => move > moved).length / moves.length
  const sharedPart = moves.length / most
  const mayHoldLure = part(little) > 0 || oneLeadsAlone(one, other)
  if (sharedPart >= 0.6 && part(0) <= 0.02 && !mayHoldLure) return 'agree'
  if (most < telling) return 'unclear'
  if (sharedPart < 0.2 || (moves.length >= telling && part(little) >= 0.3)) return 'contradict'
  return sharedPart >= 0.6 && part(little) === 0 ? 'unclear' : 'doubtful'
}

/** By how much the ads on both pages differ in price. */
function movesBetween(one: PageRead, other: PageRead): readonly number[] {
  const prices = new Map(one.ads.map((ad) => [nameOf(ad), ad.price]))
  return other.ads.flatMap((ad) => {
    const price = prices.get(nameOf(ad))
    return price === undefined ? [] : Math.max(ad.price / price, price / ad.price) - 1
  })
}

/** An ad that one of them alone has, at a better price than all that both have: new, taken away, made up or hidden. */
function oneLeadsAlone(one: PageRead, other: PageRead): boolean {
  const [names, otherNames] = [namesOf(one), namesOf(other)]
  const isShared = (ad: Ad): boolean => names.has(nameOf(ad)) && otherNames.has(nameOf(ad))
  // To buy, less is better.
  const worth = ({ side, price }: Ad): number => (side === 'BUY' ? 1 / price : price)
  const ads = [...one.ads, ...other.ads]
  const bestShared = Math.max(...ads.filter(isShared).map(worth))
  return ads.some((ad) => !isShared(ad) && worth(ad) > bestShared * (1 + little))
}

/** Whether agreement about it says something of who has read it: a page of nothing is soon made up. */
export const isTelling = ({ ads }: PageRead): boolean => ads.length >= telling

const comparableMs = 10_000
/** Fewer ads tell little. */
const telling = 4
/** Prices that float move so far between two looks; a lie of it is worth nothing. */
const little = 0.003

const nameOf = (ad: Ad): string => ad.adId ?? `${advertiserKey(ad)} ${ad.minFiat} ${ad.paymentMethods.join()}`
const namesOf = ({ ads }: PageRead): ReadonlySet<string> => new Set(ads.map(nameOf))
