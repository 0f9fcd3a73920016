import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type AbuseState, createAbuseState } from '../limits/abuse-throttle.js'

/** Limits for callers without a valid key, by network. An LRU: the longest idle entries are evicted. */
export interface AnonymousLimits {
  abuseStateOf(request: IncomingMessage): AbuseState
}

export function createAnonymousLimits(addressOf: (request: IncomingMessage) => string): AnonymousLimits {
  const known = new LRUCache<string, AbuseState>({ max: 20_000 })
  return {
    abuseStateOf: (request) => {
      const address = addressOf(request)
      const abuseState = known.get(address) ?? createAbuseState()
      known.set(address, abuseState)
      return abuseState
    },
  }
}
