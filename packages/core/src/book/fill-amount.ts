import type { Ad } from '../ad.js'
import type { Side } from '../vocabulary.js'

/** How much to trade, counted in the currency the caller thinks in. */
export type Amount = { readonly unit: 'fiat' | 'usdt'; readonly value: number }

/** The part of an amount that one ad takes. */
export type Fill = { readonly ad: Ad; readonly fiat: number; readonly usdt: number }

/** More trades for one amount are a chore, and ads farther down are rarely worth one. */
export const maxFills = 3
const maxAds = 12

/** A minimum of exactly the amount may lie above it in the last binary place. */
const exactly = 1 + 1e-12

/** What one ad takes at most: its maximum, or its stock where that is less. */
export const reachableFiat = (ad: Ad): number =>
  ad.stockUsdt === null ? ad.maxFiat : Math.min(ad.maxFiat, ad.stockUsdt * ad.price)

/**
 * What an amount really costs: the cheapest way to trade exactly that much over at most three of the twelve best ads
 * that could take part. Searches every combination, since greed alone stumbles over minimums. `null` when none fits.
 *
 * @param ads best price for the caller first
 */
export function fillAmount(ads: readonly Ad[], side: Side, amount: Amount): Fill[] | null {
  const offers = ads
    .map((ad) => toOffer(ad, amount.unit))
    .filter(({ min, max }) => min <= max && min <= amount.value * exactly)
    .slice(0, maxAds)
  const sign = (side === 'BUY') === (amount.unit === 'fiat') ? 1 : -1
  let best: readonly number[] | null = null
  let bestGain = Number.NEGATIVE_INFINITY
  for (const choice of choices) {
    const other = otherCurrency(choice, offers, amount)
    if (other === null) continue
    // Rounding noise must not prefer three trades to one.
    if (best !== null && sign * other <= bestGain + Math.abs(bestGain) * 1e-12) continue
    best = choice
    bestGain = sign * other
  }
  return best === null ? null : share(best, offers, amount)
}

/** Takes the best ads first. When the last slice is below its minimum, the one before it gives the shortfall. */
export function fillGreedily(ads: readonly Ad[], amount: Amount): Fill[] {
  const slices: { offer: Offer; size: number }[] = []
  let left = amount.value
  for (const ad of ads) {
    const offer = toOffer(ad, amount.unit)
    const last = slices.at(-1)
    if (!(left > 0)) break
    if (offer.min > offer.max) continue
    if (offer.min <= left * exactly) {
      const size = Math.min(offer.max, left)
      slices.push({ offer, size })
      left -= size
    } else if (last !== undefined && last.size - (offer.min - left) >= last.offer.min) {
      last.size -= offer.min - left
      slices.push({ offer, size: offer.min })
      left = 0
    }
  }
  return slices.map(({ offer, size }) => toFill(offer.ad, size, amount.unit))
}

/** An ad's limits in the unit of the amount. */
type Offer = { readonly ad: Ad; readonly min: number; readonly max: number }

function toOffer(ad: Ad, unit: Amount['unit']): Offer {
  const perUnit = unit === 'fiat' ? 1 : ad.price
  return { ad, min: ad.minFiat / perUnit, max: reachableFiat(ad) / perUnit }
}

const toFill = (ad: Ad, size: number, unit: Amount['unit']): Fill =>
  unit === 'fiat' ? { ad, fiat: size, usdt: size / ad.price } : { ad, fiat: size * ad.price, usdt: size }

/** Places of one, two or three of the offers, fewest first. */
const choices: readonly (readonly number[])[] = choicesOf(maxFills, maxAds).sort((a, b) => a.length - b.length)

function choicesOf(atMost: number, places: number, from = 0): number[][] {
  if (atMost === 0) return []
  return Array.from({ length: places - from }, (_, step) => from + step).flatMap((place) => [
    [place],
    ...choicesOf(atMost - 1, places, place + 1).map((more) => [place, ...more]),
  ])
}

/** Gives each ad its minimum and the best prices the rest: nothing better exists for these ads. */
function share(choice: readonly number[], offers: readonly Offer[], amount: Amount): Fill[] {
  const chosen = choice.flatMap((place) => offers[place] ?? [])
  let rest = Math.max(
    0,
    chosen.reduce((left, { min }) => left - min, amount.value),
  )
  return chosen.map(({ ad, min, max }) => {
    const more = Math.min(rest, max - min)
    rest -= more
    return toFill(ad, min + more, amount.unit)
  })
}

/** What `share` comes to in the other currency; `null` when the ads do not fit. Makes no objects: it runs 298 times. */
function otherCurrency(choice: readonly number[], offers: readonly Offer[], { unit, value }: Amount): number | null {
  let rest = value
  for (const place of choice) rest -= offers[place]?.min ?? Number.POSITIVE_INFINITY
  if (rest < value - value * exactly) return null
  rest = Math.max(0, rest)
  let other = 0
  for (const place of choice) {
    const offer = offers[place]
    if (offer === undefined) return null
    const more = Math.min(rest, offer.max - offer.min)
    rest -= more
    other += unit === 'fiat' ? (offer.min + more) / offer.ad.price : (offer.min + more) * offer.ad.price
  }
  return rest <= value * 1e-12 ? other : null
}

export function sumOf(fills: readonly Fill[]): { readonly fiat: number; readonly usdt: number } {
  let fiat = 0
  let usdt = 0
  for (const fill of fills) {
    fiat += fill.fiat
    usdt += fill.usdt
  }
  return { fiat, usdt }
}

/** Fiat per USDT over all fills: what was paid by what was got, never a mean of prices. */
export function averagePrice(fills: readonly Fill[]): number | null {
  const [first, second] = fills
  if (first === undefined) return null
  if (second === undefined) return first.ad.price
  const { fiat, usdt } = sumOf(fills)
  return fiat / usdt
}
