import { type Refused, unknownMethodProblem } from '@p2p-rates/contract'
import {
  judgeForMethods,
  type TrustedMarket,
  type TrustRules,
  type WantedMethods,
  wantsAllMethods,
} from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import type { KnownMethods } from '../market/known-methods.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import { ApiError } from '../refusals/api-error.js'

/** Markets as those see them who pay in some ways and not in others: judged once, for all callers. */
export interface MethodMarkets {
  /** The ads that can be paid in these ways; a problem when there is no such way. */
  read(snapshot: MarketSnapshot, methods: WantedMethods): TrustedMarket | Refused
  /** Throws when one of them is no method. */
  refuseUnknown(methods: WantedMethods): void
}

export function createMethodMarkets(rules: TrustRules, known: KnownMethods): MethodMarkets {
  const judged = new WeakMap<TrustedMarket, LRUCache<string, TrustedMarket>>()

  return {
    refuseUnknown: (methods) => {
      const problem = unknownMethodProblem(methods, known)
      if (problem !== null) throw new ApiError(problem)
    },
    read: ({ market, memory }, methods) => {
      if (wantsAllMethods(methods)) return market
      const ofMarket = judged.get(market) ?? new LRUCache({ max: mostMarkets })
      judged.set(market, ofMarket)
      const name = JSON.stringify(methods)
      const found = ofMarket.get(name)
      if (found !== undefined) return found
      known.learn(market)
      const problem = unknownMethodProblem(methods, known)
      if (problem !== null) return { problem }
      const fresh = judgeForMethods(market, methods, memory, rules)
      ofMarket.set(name, fresh)
      return fresh
    },
  }
}

/** As many as one currency has ways to pay that people use. */
const mostMarkets = 64
