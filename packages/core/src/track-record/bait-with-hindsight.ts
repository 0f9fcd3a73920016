import { type Ad, advertiserKey } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import type { TrustedBoard } from '../trust/judgement.js'

/** Figures of an ad that an order changes. */
type OrderFigures = Readonly<Record<'stockUsdt' | 'executedUsdt' | 'completedOrders', number | null>>

/** Order figures of an ad and of the next trusted ads, and what the looks since then have shown. */
export type Lookback = {
  readonly figures: OrderFigures
  readonly next: readonly { readonly ad: string; readonly figures: OrderFigures }[]
  /** The ad stood at every look, and no figure of it changed. */
  readonly isUntouched: boolean
  /** An ad with the same or a worse price got an order. */
  readonly isNextTaken: boolean
}

/** Number of next ads to compare with. More would only make the record larger. */
const mostNext = 3

export const adKey = (ad: Ad): string => ad.adId ?? `${advertiserKey(ad)} ${ad.minFiat} ${ad.maxFiat}`

/** Ads of a board by key, the best price of each. */
export type AdsByKey = ReadonlyMap<string, Ad>

export const adsByKey = ({ ads }: TrustedBoard): AdsByKey => new Map(ads.toReversed().map(({ ad }) => [adKey(ad), ad]))

/** The same ad at the same price or a better one. */
export function standingAd(ads: AdsByKey, { ad: key, price, side }: StandingAd): Ad | null {
  const ad = ads.get(key)
  return ad !== undefined && (side === 'BUY' ? ad.price <= price : ad.price >= price) ? ad : null
}

type StandingAd = { readonly ad: string; readonly price: number; readonly side: Side }

/** `worse` are the trusted ads of the board behind the ad, in order. */
export const startLookback = (ad: Ad, worse: readonly Ad[]): Lookback => ({
  figures: figuresOf(ad),
  next: worse.slice(0, mostNext).map((next) => ({ ad: adKey(next), figures: figuresOf(next) })),
  isUntouched: true,
  isNextTaken: false,
})

export function lookBack(before: Lookback, standing: Ad | null, ads: AdsByKey): Lookback {
  const { figures, next, isUntouched, isNextTaken } = before
  return {
    ...before,
    isUntouched: isUntouched && standing !== null && isSame(figuresOf(standing), figures),
    isNextTaken:
      isNextTaken ||
      next.some((one) => {
        const now = ads.get(one.ad)
        return now !== undefined && gotOrder(one.figures, figuresOf(now))
      }),
  }
}

/**
 * True if this ad got no order for an hour, while the next ads of its board did. Null without a next ad, or if the
 * exchange shows too few figures. Bait that was withdrawn within the hour is not found.
 */
export const isBaitWithHindsight = ({ figures, next, isUntouched, isNextTaken }: Lookback): boolean | null =>
  next.length === 0 || (figures.stockUsdt === null && figures.executedUsdt === null) ? null : isUntouched && isNextTaken

const figuresOf = ({ stockUsdt, executedUsdt = null, completedOrders }: Ad): OrderFigures => ({
  ...{ stockUsdt, executedUsdt, completedOrders },
})

const isSame = (one: OrderFigures, other: OrderFigures): boolean =>
  one.stockUsdt === other.stockUsdt &&
  one.executedUsdt === other.executedUsdt &&
  one.completedOrders === other.completedOrders

const gotOrder = (before: OrderFigures, now: OrderFigures): boolean =>
  rose(now.stockUsdt, before.stockUsdt) ||
  rose(before.executedUsdt, now.executedUsdt) ||
  rose(before.completedOrders, now.completedOrders)

const rose = (from: number | null, to: number | null): boolean => from !== null && to !== null && to > from
