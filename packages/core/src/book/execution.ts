import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { type Amount, type Fill, fillPrice, sumOf } from './fill-greedily.js'

/** Why a part stayed open: there are no ads, the rest is below every minimum, or the ads are used up. */
export type UnfilledReason = 'no_ads' | 'below_minimum' | 'not_enough_depth'

/** Result of trading an amount. Fills are in trading order. */
export type Execution = {
  readonly fiat: number
  readonly usdt: number
  /** Fiat per USDT over all fills; `null` when nothing could be filled. */
  readonly averagePrice: number | null
  readonly worstPrice: number | null
  readonly fills: readonly Fill[]
  readonly unfilled: { readonly value: number; readonly reason: UnfilledReason } | null
}

type ExecutionRequest = {
  /** All ads that could have been taken. */
  readonly ads: readonly Ad[]
  readonly side: Side
  readonly amount: Amount
}

export function executionOf(fills: readonly Fill[], { ads, side, amount }: ExecutionRequest): Execution {
  const { fiat, usdt } = sumOf(fills)
  const open = amount.value - (amount.unit === 'fiat' ? fiat : usdt)
  const prices = fills.map(({ ad }) => ad.price)
  return {
    fiat,
    usdt,
    averagePrice: fillPrice(fills),
    worstPrice: fills.length === 0 ? null : side === 'BUY' ? Math.max(...prices) : Math.min(...prices),
    fills,
    unfilled: open > amount.value * 1e-9 ? { value: open, reason: reasonFor(ads, fills) } : null,
  }
}

function reasonFor(ads: readonly Ad[], fills: readonly Fill[]): UnfilledReason {
  if (ads.length === 0) return 'no_ads'
  return fills.length < ads.length ? 'below_minimum' : 'not_enough_depth'
}
