import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type AbuseState, createOffender } from '../limits/abuse-throttle.js'

/** Those who ask without a good key, by their network. Beyond the table the longest idle are forgotten. */
export interface AnonymousLimits {
  from(request: IncomingMessage): AbuseState
}

export function createAnonymousLimits(addressOf: (request: IncomingMessage) => string): AnonymousLimits {
  const known = new LRUCache<string, AbuseState>({ max: 20_000 })
  return {
    from: (request) => {
      const address = addressOf(request)
      const offender = known.get(address) ?? createOffender()
      known.set(address, offender)
      return offender
    },
  }
}
