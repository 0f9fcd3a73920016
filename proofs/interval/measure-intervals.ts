import { adTries, bestPriceInterval } from '@p2p-rates/core/testing'
import type { MarketClass } from '../truth/simulated-market.js'
import type { Situation } from '../truth/situation.js'
import { type Draw, type IntervalCase, intervalCases } from './interval-cases.js'

/** Intervals of one situation: number of sides, of intervals given, and sums over the given ones. */
export type Measured = {
  readonly cases: number
  readonly given: number
  readonly covered: number
  readonly widthBps: number
}

const nothing: Measured = { cases: 0, given: 0, covered: 0, widthBps: 0 }

export const sumOf = (all: readonly Measured[]): Measured =>
  all.reduce(
    (sum, one) => ({
      cases: sum.cases + one.cases,
      given: sum.given + one.given,
      covered: sum.covered + one.covered,
      widthBps: sum.widthBps + one.widthBps,
    }),
    nothing,
  )

export const measure = (situation: Situation, marketClass: MarketClass, draw: Draw): Measured =>
  sumOf([...intervalCases(situation, marketClass, draw)].map(measureCase))

function measureCase({ market, side, honour }: IntervalCase): Measured {
  const { low, high } = bestPriceInterval(market, side)
  if (low === null) return { ...nothing, cases: 1 }
  let left = 1
  for (const { ad } of adTries(market, side)) if (low <= ad.price && ad.price <= high) left *= 1 - honour(ad)
  return { cases: 1, given: 1, covered: 1 - left, widthBps: 10_000 * Math.log(high / low) }
}
