import { type Refused, unknownMethodProblem } from '@p2p-rates/contract'
import { judgeForMethod, type TrustedMarket, type TrustRules } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import type { KnownMethods } from '../market/known-methods.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import { ApiError } from '../refusals/api-error.js'

/** Markets as one payment method sees them: judged once, for all callers. */
export interface MethodMarkets {
  /** The ads that take this method, all of them without one; a problem when there is no such method. */
  read(snapshot: MarketSnapshot, method: string | undefined): TrustedMarket | Refused
  /** Throws when there is no such method. */
  refuseUnknown(method: string): void
}

export function createMethodMarkets(rules: TrustRules, known: KnownMethods): MethodMarkets {
  const judged = new WeakMap<TrustedMarket, LRUCache<string, TrustedMarket>>()

  const problemOf = (method: string): Refused | null =>
    known.has(method) ? null : { problem: unknownMethodProblem(known.nearest(method)) }

  return {
    refuseUnknown: (method) => {
      const refused = problemOf(method)
      if (refused !== null) throw new ApiError(refused.problem)
    },
    read: (snapshot, method) => {
      const { market } = snapshot
      if (method === undefined) return market
      const ofMarket = judged.get(market) ?? new LRUCache({ max: 16 })
      judged.set(market, ofMarket)
      const found = ofMarket.get(method)
      if (found !== undefined) return found
      known.learn(market)
      const refused = problemOf(method)
      if (refused !== null) return refused
      const fresh = judgeForMethod(market, method, snapshot.memory, rules)
      ofMarket.set(method, fresh)
      return fresh
    },
  }
}
