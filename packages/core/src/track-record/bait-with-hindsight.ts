import { type Ad, advertiserKey } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import type { TrustedBoard } from '../trust/judgement.js'

/** Figures of an ad that an order changes. */
type OrderFigures = Readonly<Record<'stockUsdt' | 'executedUsdt' | 'completedOrders', number | null>>

/** Order figures of a best price and of the next trusted ads, and what the looks since then have shown. */
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

/** The same ad at the same price or a better one. */
export const stands = (key: string, price: number, side: Side) => (ad: Ad) =>
  adKey(ad) === key && (side === 'BUY' ? ad.price <= price : ad.price >= price)

export function startLookback(board: TrustedBoard, best: Ad): Lookback {
  const next = board.ads.filter(({ ad, eligible }) => eligible && ad !== best).slice(0, mostNext)
  return {
    figures: figuresOf(best),
    next: next.map(({ ad }) => ({ ad: adKey(ad), figures: figuresOf(ad) })),
    isUntouched: true,
    isNextTaken: false,
  }
}

export function lookBack(before: Lookback, standing: Ad | null, board: TrustedBoard): Lookback {
  const { figures, next, isUntouched, isNextTaken } = before
  return {
    ...before,
    isUntouched: isUntouched && standing !== null && isSame(figuresOf(standing), figures),
    isNextTaken:
      isNextTaken ||
      next.some((one) => board.ads.some(({ ad }) => adKey(ad) === one.ad && gotOrder(one.figures, figuresOf(ad)))),
  }
}

/**
 * True if this ad got no order for an hour, while the next ads of its board did. Null if the exchange shows too few
 * figures. Bait that was withdrawn within the hour is not found.
 */
export const isBaitWithHindsight = ({ figures, isUntouched, isNextTaken }: Lookback): boolean | null =>
  figures.stockUsdt === null && figures.executedUsdt === null ? null : isUntouched && isNextTaken

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
