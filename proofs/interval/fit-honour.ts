import {
  type AdEvidence,
  adTries,
  type FrontEvidence,
  frontEvidence,
  honourNumbers,
  honourOf,
} from '@p2p-rates/core/testing'
import { modelledAdvertiser } from '../truth/advertiser.js'
import { marketClasses } from '../truth/simulated-market.js'
import { situations } from '../truth/situations.js'
import { fitLogistic } from './fit-logistic.js'
import { intervalCases } from './measure-intervals.js'

export type HonourNumbers = typeof honourNumbers

type SideEvidence = {
  readonly front: FrontEvidence
  readonly ads: readonly { readonly evidence: AdEvidence; readonly honour: number }[]
}

/** Modelled advertisers, so that the numbers do not depend on recordings. */
const fixed = { seed: 20261129, markets: 24, draw: modelledAdvertiser }

/**
 * Fits the numbers of honour to every situation of the truth proof. Sides where the front failed as a whole teach the
 * front's numbers alone. Which they are depends on the ads' numbers, hence the rounds.
 */
export function fitHonour(): HonourNumbers {
  const usual = structuredClone(honourNumbers)
  const cases = marketClasses.flatMap((marketClass) =>
    situations.flatMap((situation) =>
      [...intervalCases(situation, marketClass, fixed)].map(
        ({ market, side, honour }): SideEvidence => ({
          front: frontEvidence(market.confidence[side]),
          ads: adTries(market, side).map(({ ad, evidence }) => ({ evidence, honour: honour(ad) })),
        }),
      ),
    ),
  )
  const known = cases.filter(({ ads }) => ads.length > 0)
  try {
    let whole = known
    for (let round = 0; round < rounds; round += 1) {
      Object.assign(
        honourNumbers.ad,
        fitLogistic(
          whole.flatMap(({ ads }) => weighed(ads)),
          honourNumbers.ad,
        ),
      )
      whole = known.filter((side) => !frontFailed(side))
    }
    const failures = known.map((side) => ({ evidence: side.front, share: frontFailed(side) ? 1 : 0, weight: 1 }))
    Object.assign(honourNumbers.front, fitLogistic(failures, honourNumbers.front))
    return rounded(honourNumbers)
  } finally {
    Object.assign(honourNumbers, usual)
  }
}

const rounds = 3

/** Weight: probability that a taker reaches the ad. */
function weighed(ads: SideEvidence['ads']) {
  let reach = 1
  return ads.map(({ evidence, honour }) => {
    const weight = Math.max(0.02, reach)
    reach *= 1 - honour
    return { evidence, share: honour, weight }
  })
}

/** Returns true if half of the takers still have nothing where 9 of 10 should be served. */
function frontFailed({ ads }: SideEvidence): boolean {
  let [expected, real] = [1, 1]
  for (const { evidence, honour } of ads) {
    expected *= 1 - honourOf(evidence)
    real *= 1 - honour
    if (expected <= 0.1) break
  }
  return real > 0.5
}

const rounded = ({ ad, front }: HonourNumbers): HonourNumbers => ({ ad: digits(ad), front: digits(front) })

const digits = <Numbers extends Record<string, number>>(numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 1000) / 1000])) as Numbers
