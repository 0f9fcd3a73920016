import { roundPrice } from '../rates/rounding.js'
import { type Decimal, numberOf, product, roundedTo, sum, toDecimal } from './decimal.js'
import type { FormulaArithmetic } from './formula-type.js'

export const formulaStepNames = ['base', 'offset_pct', 'offset', 'rounding', 'floor', 'ceiling'] as const
/** Price after a step. Steps without effect are left out. */
export type FormulaStep = { readonly step: (typeof formulaStepNames)[number]; readonly price: number }

/** From the base to the price, in exact decimals of what people are shown. The last step is the price. */
export function formulaSteps(base: number, arithmetic: FormulaArithmetic): readonly [FormulaStep, ...FormulaStep[]] {
  const { offsetPct, offset, step, rounding, floor, ceiling } = arithmetic
  // Drop binary noise in the last places, so that it cannot decide the rounding.
  const shown = roundPrice(Number(base.toPrecision(15)))
  const later: FormulaStep[] = []
  let now = toDecimal(shown)
  const take = (name: FormulaStep['step'], next: Decimal): void => {
    const price = numberOf(next)
    if (price !== numberOf(now)) later.push({ step: name, price })
    now = next
  }
  take(
    'offset_pct',
    product(now, sum(toDecimal(1), { ...toDecimal(offsetPct), scale: toDecimal(offsetPct).scale + 2 })),
  )
  take('offset', sum(now, toDecimal(offset)))
  take('rounding', roundedTo(now, toDecimal(step ?? shownStep(shown)), rounding))
  if (floor !== null && numberOf(now) < floor) take('floor', toDecimal(floor))
  if (ceiling !== null && numberOf(now) > ceiling) take('ceiling', toDecimal(ceiling))
  return [{ step: 'base', price: shown }, ...later]
}

/** A price is above zero: what a formula makes beyond that is none. */
export function priceOfSteps(steps: readonly FormulaStep[]): number | null {
  const price = steps.at(-1)?.price ?? 0
  return price > 0 ? price : null
}

/** As `roundPrice` keeps them. */
const shownStep = (price: number): number => (price < 10 ? 0.0001 : price < 100 ? 0.001 : 0.01)
