import type { Ad } from '../ad.js'

export type Amount = { readonly unit: 'fiat' | 'usdt'; readonly value: number }

export type Fill = { readonly ad: Ad; readonly fiat: number; readonly usdt: number }

/** A minimum of exactly the amount may lie above it in the last binary place. */
export const exactly = 1 + 1e-12

export const reachableFiat = (ad: Ad): number =>
  ad.stockUsdt === null ? ad.maxFiat : Math.min(ad.maxFiat, ad.stockUsdt * ad.price)

/** An ad's limits in the unit of the amount. */
export type Offer = { readonly ad: Ad; readonly min: number; readonly max: number }

export function toOffer(ad: Ad, unit: Amount['unit']): Offer {
  const perUnit = unit === 'fiat' ? 1 : ad.price
  return { ad, min: ad.minFiat / perUnit, max: reachableFiat(ad) / perUnit }
}

export const toFill = (ad: Ad, size: number, unit: Amount['unit']): Fill =>
  unit === 'fiat' ? { ad, fiat: size, usdt: size / ad.price } : { ad, fiat: size * ad.price, usdt: size }

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

export function sumOf(fills: readonly Fill[]): { readonly fiat: number; readonly usdt: number } {
  let fiat = 0
  let usdt = 0
  for (const fill of fills) {
    fiat += fill.fiat
    usdt += fill.usdt
  }
  return { fiat, usdt }
}

/** Average price over all fills: total fiat divided by total USDT, not a mean of prices. */
export function fillPrice(fills: readonly Fill[]): number | null {
  const [first, second] = fills
  if (first === undefined) return null
  if (second === undefined) return first.ad.price
  const { fiat, usdt } = sumOf(fills)
  return fiat / usdt
}
