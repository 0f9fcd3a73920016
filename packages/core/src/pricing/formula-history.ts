import { wantsAllMethods } from '../filter/wanted-methods.js'
import { pointAt, type Range, type Series } from '../history/series.js'
import { median } from '../stats/median.js'
import { judgeForMethods } from '../trust/judge-filtered.js'
import type { TrustedMarket, TrustMemory } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { formulaBase } from './formula-base.js'
import { formulaSteps, priceOfSteps } from './formula-steps.js'
import type { Formula } from './formula-type.js'

export const needsMarkets = ({ base, methods }: Pick<Formula, 'base' | 'methods'>): boolean =>
  base === 'nth' || base === 'size' || !wantsAllMethods(methods)

export type FormulaPoint = { readonly t: number; readonly base: number; readonly price: number | null }

/** Apply a formula to each recorded slot, with one series per exchange. Slots without a price are absent. */
export function formulaHistory(
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

export type RecordedMarket = { readonly t: number; readonly market: TrustedMarket; readonly memory: TrustMemory }

export function pointOfMarket(
  formula: Formula,
  { t, market, memory }: RecordedMarket,
  rules: TrustRules = normalRules,
): FormulaPoint | null {
  const base = formulaBase(formula, judgeForMethods(market, formula.methods, memory, rules), rules)
  if ('reason' in base) return null
  const steps = formulaSteps(base.price, formula.arithmetic)
  return { t, base: steps[0].price, price: priceOfSteps(steps) }
}
