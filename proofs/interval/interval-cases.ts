import { type Ad, type Side, sides, type TrustedMarket } from '@p2p-rates/core'
import type { DrawAdvertiser } from '../truth/advertiser.js'
import { onlyMethod } from '../truth/market-changes.js'
import { remembering } from '../truth/our-method.js'
import type { AdTruth, MarketClass } from '../truth/simulated-market.js'
import type { Situation } from '../truth/situation.js'
import { randomAt } from '../truth/statistics.js'

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
