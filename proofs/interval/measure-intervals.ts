import { type Ad, type Side, sides, type TrustedMarket } from '@p2p-rates/core'
import { adTries, bestPriceInterval } from '@p2p-rates/core/testing'
import type { DrawAdvertiser } from '../truth/advertiser.js'
import { onlyMethod } from '../truth/market-changes.js'
import { remembering } from '../truth/our-method.js'
import type { AdTruth, MarketClass } from '../truth/simulated-market.js'
import type { Situation } from '../truth/situation.js'
import { randomAt } from '../truth/statistics.js'

const nothing = { cases: 0, given: 0, covered: 0, widthBps: 0 }

/** Intervals of one situation: number of sides, of intervals given, and sums over the given ones. */
export type Measured = typeof nothing

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

/** One side of a simulated market, with the real probability that an ad is honoured. */
export type IntervalCase = {
  readonly marketClass: MarketClass
  readonly situation: string
  readonly side: Side
  readonly market: TrustedMarket
  readonly honour: (ad: Ad) => number
}

export type Draw = { readonly seed: number; readonly markets: number; readonly draw: DrawAdvertiser }

export function* intervalCases(
  situation: Situation,
  marketClass: MarketClass,
  { seed, markets, draw }: Draw,
): Generator<IntervalCase> {
  for (let index = 0; index < markets; index += 1) {
    const random = randomAt(seed, `${marketClass.name} ${situation.name} ${index}`)
    const judge = remembering(situation.method)
    const [last] = situation
      .snapshots({ marketClass, random, draw })
      .map((snapshot) => ({ market: judge(snapshot), truth: onlyMethod(snapshot, situation.method).truth }))
      .slice(-1)
    if (last === undefined) continue
    for (const side of situation.side === undefined ? sides : [situation.side])
      yield {
        marketClass,
        situation: situation.name,
        side,
        market: last.market,
        honour: (ad) => realHonour(ad, last.truth.get(ad)),
      }
  }
}

/** An honest advertiser completes as many orders as their record shows, and fewer while away. */
function realHonour(ad: Ad, truth: AdTruth | undefined): number {
  if (truth?.honest !== true) return baitHonour
  const idle = ad.lastSeenAtMs === null ? unknownIdle : (ad.observedAtMs - ad.lastSeenAtMs) / 60_000
  const [, presence] = presenceByMinutes.find(([minutes]) => idle <= minutes) ?? [0, 0]
  return ((ad.completionPct ?? usualCompletion) / 100) * presence
}

const baitHonour = 0.03
const usualCompletion = 90
const unknownIdle = 60
const presenceByMinutes = [
  [15, 0.97],
  [60, 0.9],
  [180, 0.8],
  [720, 0.5],
  [Number.POSITIVE_INFINITY, 0.25],
] as const
