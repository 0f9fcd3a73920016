import { pointAt, type Range, type Series } from '../history/series.js'
import { median } from '../stats/median.js'
import { wantsAllMethods } from '../wanted/wanted-methods.js'
import type { Formula } from './formula.js'
import { formulaSteps, priceOfSteps } from './formula-steps.js'

/** What the record of best prices cannot tell, since boards are not kept. */
export const notRecorded = ['nth', 'size', 'payment_methods'] as const
export type NotRecorded = (typeof notRecorded)[number]

/** Why a formula cannot be followed into the past; empty where it can. */
export const notRecordedOf = ({ base, methods }: Pick<Formula, 'base' | 'methods'>): readonly NotRecorded[] => [
  ...(base === 'nth' || base === 'size' ? [base] : []),
  ...(wantsAllMethods(methods) ? [] : (['payment_methods'] as const)),
]

export type FormulaPoint = { readonly t: number; readonly base: number; readonly price: number | null }

/** What the formula would have made of each recorded slot, from one series of each exchange. A slot without a record is absent. */
export function formulaPast(
  { side, base, arithmetic }: Pick<Formula, 'side' | 'base' | 'arithmetic'>,
  exchanges: readonly { readonly series: Series; readonly range: Range }[],
): FormulaPoint[] {
  const bySlot = new Map<number, number[]>()
  for (const { series, range } of exchanges)
    for (let index = range.from; index < range.to; index++) {
      const point = pointAt(series, index)
      const price = (side === 'BUY' ? point?.buy : point?.sell) ?? null
      if (point === null || price === null) continue
      const prices = bySlot.get(point.t)
      if (prices === undefined) bySlot.set(point.t, [price])
      else prices.push(price)
    }
  const baseOf = (prices: readonly number[]): number =>
    base === 'median' ? (median(prices) ?? 0) : side === 'BUY' ? Math.min(...prices) : Math.max(...prices)
  return [...bySlot]
    .sort(([one], [other]) => one - other)
    .map(([t, prices]) => {
      const steps = formulaSteps(baseOf(prices), arithmetic)
      return { t, base: steps[0].price, price: priceOfSteps(steps) }
    })
}
