import { type Ad, isKnownMethod, nearestMethod, type TrustedMarket } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'

/** Which payment methods there are: those of the dictionary, and what boards have called theirs since the start. */
export interface KnownMethods {
  learn(market: TrustedMarket): void
  /** Whether a filter can ever find anything. */
  has(filter: string): boolean
  nearest(filter: string): string | null
}

/** Names are strangers' words: so many are kept, and none that is longer than a name. */
const mostNames = 5_000
const longestName = 100

export function createKnownMethods(): KnownMethods {
  const seen = new LRUCache<string, true>({ max: mostNames })
  const learned = new WeakSet<TrustedMarket>()
  const remember = ({ paymentMethods }: Ad): void => {
    for (const name of paymentMethods) if (name.length <= longestName) seen.set(name, true)
  }
  return {
    learn: (market) => {
      if (learned.has(market)) return
      learned.add(market)
      for (const { ads } of market.boards) for (const { ad } of ads) remember(ad)
    },
    has: (filter) => isKnownMethod(filter, seen.keys()),
    nearest: (filter) => nearestMethod(filter, seen.keys()),
  }
}
