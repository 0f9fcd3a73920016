import type { TrackMeasure } from '@p2p-rates/core/internal'
import type { Proof } from './proof.js'
import { type Estimates, estimateTrackRecord } from './track-record/estimate.js'

const mostPoints = 2
/** Limit of the short form, whose few cases are not independent. */
const mostPointsOfFew = 5

export const trackRecordProof: Proof = {
  name: 'track-record',
  target: `the shares of the track record are within ${mostPoints} points of the world's truth at 10,000 cases`,
  run: async ({ seed, count, fast, print }) => {
    const found = await estimateTrackRecord(seed, count ?? (fast ? 500 : 10_000))
    const errors = (['next', 'after_15', 'after_60', 'bait'] as const).map((measure) => {
      const [estimate, truth] = [shareOf(found.estimated, measure), shareOf(found.truth, measure)]
      print(
        `${measure.padEnd(9)} ${estimate.pct.toFixed(2)} % of ${estimate.cases} cases; truth ${truth.pct.toFixed(2)} % of ${truth.cases}`,
      )
      return { measure, points: Math.abs(estimate.pct - truth.pct) }
    })
    const { found: baits, missed, accused } = found.hindsight
    print(`bait: ${baits} of ${baits + missed} found, ${accused} honest ads called bait`)
    const allowed = fast ? mostPointsOfFew : mostPoints
    const worst = Math.max(...errors.map(({ points }) => points))
    return {
      breaches: errors
        .filter(({ points }) => points > allowed)
        .map(({ measure, points }) => `${measure} is ${points.toFixed(2)} points from the truth`),
      figure: `at most ${worst.toFixed(2)} points from the truth, ${shareOf(found.estimated, 'after_60').cases} cases`,
    }
  },
}

function shareOf(tallies: Estimates['truth'], measure: TrackMeasure) {
  const { cases, held } = tallies.get(measure) ?? { cases: 0, held: 0 }
  return { cases, pct: cases === 0 ? 0 : (100 * held) / cases }
}
