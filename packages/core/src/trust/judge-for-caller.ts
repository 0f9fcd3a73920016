import type { TakerDemands } from '../ad.js'
import type { WantedMethods } from '../filter/wanted-methods.js'
import { type Caller, hasAccountOn } from './caller.js'
import { judgeAgain, judgeForMethods } from './judge-filtered.js'
import type { TrustedMarket, TrustMemory } from './judgement.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/** The market for one caller: scores stay, but eligible ads and the confidence in best prices are the caller's own. */
export const judgeForCaller = (
  market: TrustedMarket,
  caller: Caller,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket => judgeAgain(market, memory, { ...rules, caller })

/** The market for one caller who pays in these ways, without the exchanges where they have no account. */
export function judgeFor(
  market: TrustedMarket,
  { caller, methods }: { readonly caller: Caller; readonly methods: WantedMethods },
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const asksAsUsual = caller === rules.caller
  const judged = judgeForMethods(
    asksAsUsual ? market : judgeForCaller(market, caller, memory, rules),
    methods,
    memory,
    { ...rules, caller },
  )
  return caller.exchanges === null
    ? judged
    : { ...judged, boards: judged.boards.filter(({ exchange }) => hasAccountOn(exchange, caller)) }
}

/** Every figure that an ad of a market demands of its takers, in ascending order. */
export type DemandedFigures = Readonly<Record<'orders' | 'completionPct' | 'accountAgeDays', readonly number[]>>

export function demandedFigures(market: TrustedMarket): DemandedFigures {
  const demands = market.boards.flatMap(({ ads }) => ads.flatMap(({ ad }) => ad.takerDemands ?? []))
  const figures = (field: Exclude<keyof TakerDemands, 'extraVerification'>) =>
    [...new Set(demands.map((demand) => demand[field] ?? 0))].sort((a, b) => a - b)
  return {
    orders: figures('minOrders'),
    completionPct: figures('minCompletionPct'),
    accountAgeDays: figures('minAccountAgeDays'),
  }
}

/** The caller with the smallest record that meets the same demands. So there are few different callers of a market. */
export function smallestEquivalent(caller: Caller, demanded: DemandedFigures): Caller {
  const met = (figure: keyof DemandedFigures) => demanded[figure].findLast((least) => least <= caller[figure]) ?? 0
  return {
    orders: met('orders'),
    completionPct: met('completionPct'),
    accountAgeDays: met('accountAgeDays'),
    isVerified: caller.isVerified,
    exchanges: caller.exchanges === null ? null : [...new Set(caller.exchanges)].sort(),
  }
}
