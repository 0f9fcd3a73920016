import { type Refused, unknownMethodProblem } from '@p2p-rates/contract'
import {
  isKnownMethod,
  judgeForMethods,
  nearestMethod,
  type TrustedMarket,
  type WantedMethods,
  wantsAllMethods,
} from '@p2p-rates/core'
import type { Snapshot } from './markets.js'

/** Payment methods by the names of the dictionary, and by those that exchanges have used so far. */
export interface Methods {
  /** The ads that can be paid in these ways, judged among themselves. */
  read(snapshot: Snapshot, methods: WantedMethods): TrustedMarket | Refused
}

export function createMethods(): Methods {
  const seen = new Set<string>()
  const names = {
    has: (method: string) => isKnownMethod(method, seen),
    nearest: (method: string) => nearestMethod(method, seen),
  }

  return {
    read({ market }, methods) {
      if (wantsAllMethods(methods)) return market
      for (const { ads } of market.boards)
        for (const { ad } of ads) for (const name of ad.paymentMethods) seen.add(name)
      const problem = unknownMethodProblem(methods, names)
      return problem === null ? judgeForMethods(market, methods) : { problem }
    },
  }
}
