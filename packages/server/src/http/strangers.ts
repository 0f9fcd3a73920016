import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createOffender, type Offender } from '../limits/hammering.js'

/** Those who ask without a good key, by their network. Beyond the table the longest idle are forgotten. */
export interface Strangers {
  from(request: IncomingMessage): Offender
}

export function createStrangers(addressOf: (request: IncomingMessage) => string): Strangers {
  const known = new LRUCache<string, Offender>({ max: 20_000 })
  return {
    from: (request) => {
      const address = addressOf(request)
      const offender = known.get(address) ?? createOffender()
      known.set(address, offender)
      return offender
    },
  }
}
