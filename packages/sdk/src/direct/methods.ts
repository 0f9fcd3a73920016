import { type Refused, unknownMethodProblem } from '@p2p-rates/contract'
import { isKnownMethod, judgeForMethod, nearestMethod, type TrustedMarket } from '@p2p-rates/core'
import type { Snapshot } from './markets.js'

/** Payment methods by the names of the dictionary, and by those that exchanges have used so far. */
export interface Methods {
  /** The ads that take this method, judged among themselves; all of them without one. */
  read(snapshot: Snapshot, method: string | undefined): TrustedMarket | Refused
}

export function createMethods(): Methods {
  const seen = new Set<string>()

  return {
    read({ market }, method) {
      if (method === undefined) return market
      for (const { ads } of market.boards)
        for (const { ad } of ads) for (const name of ad.paymentMethods) seen.add(name)
      if (!isKnownMethod(method, seen)) return { problem: unknownMethodProblem(nearestMethod(method, seen)) }
      return judgeForMethod(market, method)
    },
  }
}
