import { type Ad, advertiserKey } from '../ad.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import { median } from '../stats/median.js'
import { judgeFiltered } from '../trust/judge-filtered.js'
import type { TrustedMarket, TrustMemory } from '../trust/judgement.js'
import { numbers } from '../trust/trust-numbers.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { rates } from './rates.js'

export type RailPrice = {
  readonly methods: readonly string[]
  readonly price: number
  readonly exchange: ExchangeId
  readonly ads: number
}

/**
 * Best prices by group of payment methods, best first, for a side whose rails differ by more than a gate. A single best
 * price would hide the other groups there. The list is empty if one price covers all methods.
 */
export const railPrices = (
  market: TrustedMarket,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): Readonly<Record<Side, readonly RailPrice[]>> => ({
  BUY: pricesOn('BUY', market, memory, rules),
  SELL: pricesOn('SELL', market, memory, rules),
})

type Rail = { readonly names: Map<string, number>; readonly prices: Map<string, number> }

function pricesOn(side: Side, market: TrustedMarket, memory: TrustMemory, rules: TrustRules): readonly RailPrice[] {
  const boards = market.boards.filter((board) => board.side === side)
  const gate = median(boards.flatMap(({ consensus }) => (consensus === null ? [] : [consensus.gate])))
  const middle = median(boards.flatMap(({ consensus }) => (consensus === null ? [] : [Math.log(consensus.price)])))
  if (gate === null || middle === null) return []
  const rails = railsOf(
    boards.flatMap(({ ads }) => ads.map(({ ad }) => ad)),
    rules,
  )
  const groups = grouped(
    rails.filter(({ centre }) => Math.abs(centre - middle) < numbers.unitErrorDistance),
    gate,
  )
  if (groups.length < 2) return []
  return groups.flatMap((group) => priceOf(group, side, market, memory, rules) ?? []).sort(bestFirst(side))
}

type Centred = { readonly rail: string; readonly method: string; readonly centre: number }

function railsOf(ads: readonly Ad[], rules: TrustRules): readonly Centred[] {
  const rails = new Map<string, Rail>()
  for (const ad of ads) {
    if (!(ad.price > 0 && ad.price < Number.POSITIVE_INFINITY)) continue
    for (const method of ad.paymentMethods) {
      const id = rules.railOf(method, ad)
      const rail = rails.get(id) ?? { names: new Map(), prices: new Map() }
      rails.set(id, rail)
      rail.names.set(method, (rail.names.get(method) ?? 0) + 1)
      rail.prices.set(`${ad.exchange} ${advertiserKey(ad)}`, Math.log(ad.price))
    }
  }
  return [...rails].flatMap(([rail, { names, prices }]) => {
    const centre = median([...prices.values()])
    const [usual] = [...names].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    return prices.size < numbers.methodAdvertisers || centre === null || usual === undefined
      ? []
      : [{ rail, method: usual[0], centre }]
  })
}

/** Rails whose middles lie within a gate of each other are one price. */
function grouped(rails: readonly Centred[], gate: number): readonly (readonly Centred[])[] {
  const groups: Centred[][] = []
  for (const rail of rails.toSorted((a, b) => a.centre - b.centre)) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && rail.centre - last[0].centre <= gate) last.push(rail)
    else groups.push([rail])
  }
  return groups
}

function priceOf(
  group: readonly Centred[],
  side: Side,
  market: TrustedMarket,
  memory: TrustMemory,
  rules: TrustRules,
): RailPrice | null {
  const wanted = new Set(group.map(({ rail }) => rail))
  const ofGroup = judgeFiltered(
    market,
    (ad) => ad.paymentMethods.some((method) => wanted.has(rules.railOf(method, ad))),
    memory,
    rules,
  )
  const shown = rates(ofGroup)
  const best = side === 'BUY' ? shown.bestBuy : shown.bestSell
  if (best === null) return null
  const ads = shown.exchanges.reduce((sum, { buyAds, sellAds }) => sum + (side === 'BUY' ? buyAds : sellAds), 0)
  return { methods: group.map(({ method }) => method), price: best.price, exchange: best.exchange, ads }
}
