import type { WantedMethods } from '../filter/method-filter.js'
import type { ExchangeId, Side } from '../vocabulary.js'
import type { Rounding } from './decimal.js'

/** Of the ads that a normal caller can take: the best, the n-th best, the middle of what each exchange offers best, or what an amount comes to. */
export const formulaBases = ['best', 'nth', 'median', 'size'] as const
export type FormulaBase = (typeof formulaBases)[number]

/** How somebody makes a price of the market's. */
export type Formula = {
  readonly side: Side
  readonly base: FormulaBase
  /** Which ad, from 1; for `nth` alone. */
  readonly n: number | null
  /** Fiat; for `size` alone. */
  readonly amountFiat: number | null
  /** All of them where it is empty. */
  readonly exchanges: readonly ExchangeId[]
  readonly methods: WantedMethods
  readonly arithmetic: FormulaArithmetic
}

/** What becomes of the base, in this order: percent, amount, rounding, bounds. */
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

export const plainArithmetic: FormulaArithmetic = {
  offsetPct: 0,
  offset: 0,
  step: null,
  rounding: 'nearest',
  floor: null,
  ceiling: null,
}
