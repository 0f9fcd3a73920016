import {
  judgeForMethods,
  type TrustedMarket,
  type TrustRules,
  type WantedMethods,
  wantsAllMethods,
} from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import type { MarketSnapshot } from '../../market/market-snapshot.js'

/** Markets as those see them who pay in some ways and not in others: judged once, for all callers. */
export interface PaymentMethodMarkets {
  read(snapshot: MarketSnapshot, methods: WantedMethods): TrustedMarket
}

export function createPaymentMethodMarkets(rules: TrustRules): PaymentMethodMarkets {
  const judged = new WeakMap<TrustedMarket, LRUCache<string, TrustedMarket>>()

  return {
    read: ({ market, memory }, methods) => {
      if (wantsAllMethods(methods)) return market
      const ofMarket = judged.get(market) ?? new LRUCache({ max: mostMarkets })
      judged.set(market, ofMarket)
      const name = JSON.stringify(methods)
      const found = ofMarket.get(name)
      if (found !== undefined) return found
      const fresh = judgeForMethods(market, methods, memory, rules)
      ofMarket.set(name, fresh)
      return fresh
    },
  }
}

/** Maximum number of cached markets: roughly the number of common payment methods of one currency. */
const mostMarkets = 64
