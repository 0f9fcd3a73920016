import type { Ad } from '../ad.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import { type Found, type PlanKind, searchFills } from './best-fills.js'
import { type Execution, executionOf } from './execution.js'
import { type Amount, type Fill, fillGreedily, sumOf } from './fill-greedily.js'

export type PlanCosts = {
  /** Moving USDT between two exchanges, once for each exchange after the first. */
  readonly transferFeeUsdt: number
  /** The caller's time for each trade after the first. */
  readonly tradeWorthUsdt: number
}

/** Costs that plans assume: 1 USDT for a transfer; 0.25 USDT for a trade, which is 3 minutes at 5 USDT an hour. */
export const usualCosts: PlanCosts = { transferFeeUsdt: 1, tradeWorthUsdt: 0.25 }

/** One way to trade the whole amount. */
export type TradePlan = Execution & {
  readonly exchanges: readonly ExchangeId[]
  /** Gain over the simplest plan, with fiat converted at that plan's price. */
  readonly gainUsdt: number
  /** Extra cost over the simplest plan, for time and transfers. */
  readonly costUsdt: number
  readonly transferFeeUsdt: number
}

export type Planned = {
  /** The simplest plan first. Empty if the whole amount cannot be traded. */
  readonly plans: readonly TradePlan[]
  /** The plan that gains most after its costs. If there is none, as much of the amount as possible. */
  readonly deal: Execution
}

/** More trades are tried only where three do not suffice, and then best price first. */
export const maxFills = 3

/**
 * Plans an amount in the order of costs. The first plan is the simplest: none costs less time and fewer transfers. Each
 * further plan gains more than it costs and more than every plan before it. Each further trade on as many exchanges is
 * worth its time.
 */
export function planTrades(unsorted: readonly Ad[], side: Side, amount: Amount, costs = usualCosts): Planned {
  const ads = unsorted.toSorted(bestFirst(side))
  const terms: Terms = { ads, side, amount, costs }
  const few = fewTrades(terms)
  const plans = plansOf(few.length > 0 ? few : manyTrades(terms), terms)
  const [simplest, ...further] = plans
  if (simplest === undefined) return { plans, deal: executionOf(fillGreedily(ads, amount), terms) }
  return { plans, deal: further.reduce((best, plan) => (netOf(plan) > netOf(best) ? plan : best), simplest) }
}

const netOf = ({ gainUsdt, costUsdt }: TradePlan): number => gainUsdt - costUsdt

/** The trades of the plan to follow; null if more than three would be needed. */
export function fillAmount(ads: readonly Ad[], side: Side, amount: Amount, costs = usualCosts): readonly Fill[] | null {
  const { plans, deal } = planTrades(ads, side, amount, costs)
  return plans.length > 0 && deal.fills.length <= maxFills ? deal.fills : null
}

type Terms = {
  /** Best price first. */
  readonly ads: readonly Ad[]
  readonly side: Side
  readonly amount: Amount
  readonly costs: PlanCosts
}

type Rung = PlanKind & Found

const fewKinds: readonly PlanKind[] = [1, 2, 3].flatMap((trades) =>
  [1, 2, 3].filter((exchanges) => exchanges <= trades).map((exchanges) => ({ trades, exchanges })),
)

function fewTrades(terms: Terms): readonly Rung[] {
  const search = searchFills(terms.ads, terms.side, terms.amount)
  const ladder: Rung[] = []
  for (const kind of fewKinds.toSorted(simplerFirst(terms.costs))) {
    const found = search(kind, barFor(kind, ladder, terms))
    if (found !== null) ladder.push({ ...kind, ...found })
  }
  return ladder
}

function manyTrades(terms: Terms): readonly Rung[] {
  const { ads, amount, costs } = terms
  const alone = exchangesOf(ads).map((exchange) => ads.filter((ad) => ad.exchange === exchange))
  const ways = [ads, ...alone].map((some) => fillGreedily(some, amount)).filter((fills) => isWhole(fills, terms))
  const ladder: Rung[] = []
  for (const rung of ways.map((fills) => rungOf(fills, terms)).sort(simplerFirst(costs)))
    if (rung.worth > barFor(rung, ladder, terms)) ladder.push(rung)
  return ladder
}

const isWhole = (fills: readonly Fill[], terms: Terms): boolean =>
  fills.length > 0 && executionOf(fills, terms).unfilled === null

function rungOf(fills: readonly Fill[], { side, amount }: Terms): Rung {
  const { fiat, usdt } = sumOf(fills)
  const sign = (side === 'BUY') === (amount.unit === 'fiat') ? 1 : -1
  const exchanges = exchangesOf(fills.map(({ ad }) => ad)).length
  return { trades: fills.length, exchanges, fills, worth: sign * (amount.unit === 'fiat' ? usdt : fiat) }
}

const costOf = ({ trades, exchanges }: PlanKind, { transferFeeUsdt, tradeWorthUsdt }: PlanCosts): number =>
  (trades - 1) * tradeWorthUsdt + (exchanges - 1) * transferFeeUsdt

const simplerFirst = (costs: PlanCosts) => (a: PlanKind, b: PlanKind) =>
  costOf(a, costs) - costOf(b, costs) || a.trades - b.trades || a.exchanges - b.exchanges

function barFor(kind: PlanKind, ladder: readonly Rung[], { amount, costs }: Terms): number {
  const [simplest] = ladder
  if (simplest === undefined) return Number.NEGATIVE_INFINITY
  const oneUsdt = worthOfUsdt(simplest, amount)
  const time = ({ trades, exchanges }: PlanKind): number =>
    exchanges === kind.exchanges ? (kind.trades - trades) * costs.tradeWorthUsdt * oneUsdt : 0
  return Math.max(
    simplest.worth + (costOf(kind, costs) - costOf(simplest, costs)) * oneUsdt,
    ...ladder.map((rung) => rung.worth + time(rung)),
  )
}

/** One USDT in the currency in which plans are compared: the one that the amount is not given in. */
const worthOfUsdt = ({ worth }: Rung, { unit, value }: Amount): number =>
  unit === 'fiat' ? 1 : Math.abs(worth) / value

function plansOf(ladder: readonly Rung[], terms: Terms): readonly TradePlan[] {
  const [simplest] = ladder
  if (simplest === undefined) return []
  const oneUsdt = worthOfUsdt(simplest, terms.amount)
  return ladder.map((rung) => {
    const deal = executionOf(rung.fills, terms)
    return {
      ...deal,
      unfilled: null,
      exchanges: exchangesOf(rung.fills.map(({ ad }) => ad)),
      gainUsdt: (rung.worth - simplest.worth) / oneUsdt,
      costUsdt: costOf(rung, terms.costs) - costOf(simplest, terms.costs),
      transferFeeUsdt: (rung.exchanges - 1) * terms.costs.transferFeeUsdt,
    }
  })
}

const exchangesOf = (ads: readonly Ad[]): readonly ExchangeId[] => [...new Set(ads.map(({ exchange }) => exchange))]
