import type { ExchangeId, Side } from '../currencies-and-sides.js'
import type { WantedMethods } from '../filter/wanted-methods.js'
import type { Rounding } from './decimal.js'

/**
 * Base of a formula. `best`, `nth`: the best or n-th best eligible ad. `median`: the median of the exchanges' best
 * eligible prices. `size`: the average price of an amount, over usable ads of any size.
 */
export const formulaBases = ['best', 'nth', 'median', 'size'] as const
export type FormulaBase = (typeof formulaBases)[number]

export type Formula = {
  readonly side: Side
  readonly base: FormulaBase
  /** Rank of the ad, from 1; only for `nth`. */
  readonly n: number | null
  /** Fiat; for `size` alone. */
  readonly amountFiat: number | null
  /** All of them where it is empty. */
  readonly exchanges: readonly ExchangeId[]
  readonly methods: WantedMethods
  readonly arithmetic: FormulaArithmetic
}

/** Adjustments of the base, applied in this order: percent, amount, rounding, bounds. */
export type FormulaArithmetic = {
  readonly offsetPct: number
  readonly offset: number
  /** `null`: as many digits as prices are shown with. */
  readonly step: number | null
  readonly rounding: Rounding
  /** Bounds come last and are kept exactly, also where they are no multiple of the step. */
  readonly floor: number | null
  readonly ceiling: number | null
}

/**
 * Arithmetic of a formula that leaves the base price unchanged, as a base for your own.
 *
 * @example
 * const arithmetic = { ...plainArithmetic, offsetPct: -0.5, step: 0.05 }
 */
export const plainArithmetic: FormulaArithmetic = {
  offsetPct: 0,
  offset: 0,
  step: null,
  rounding: 'nearest',
  floor: null,
  ceiling: null,
}
