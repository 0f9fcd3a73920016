import type { TrackMeasure } from '@p2p-rates/core/internal'
import type { Proof } from './proof.js'
import { type Estimates, estimateTrackRecord } from './track-record/estimate.js'

const mostPoints = 2
/** Limit of the short form: its cases stand in clusters, and a look may come minutes after the moment of the truth. */
const mostPointsOfFew = 10
/** Share of the bait that must be found, even by the short form, whose few baits stand in clusters. */
const leastFound = 0.2

export const trackRecordProof: Proof = {
  name: 'track-record',
  target: `the shares of the track record are within ${mostPoints} points of the world's truth at 10,000 cases`,
  run: async ({ seed, count, fast, print }) => {
    const found = await estimateTrackRecord(seed, count ?? (fast ? 500 : 10_000))
    // Few cases with missing looks between them are no sample of all prices: compare each with its own truth.
    const measures = fast
      ? (['next', 'after_15', 'after_60'] as const)
      : (['next', 'after_15', 'after_60', 'bait', 'trusted_bait'] as const)
    const errors = measures.map((measure) => {
      const truth = shareOf(fast ? found.truthOfEstimated : found.truth, measure)
      const estimate = shareOf(found.estimated, measure)
      print(
        `${measure.padEnd(12)} ${estimate.pct.toFixed(2)} % of ${estimate.cases} cases; truth ${truth.pct.toFixed(2)} % of ${truth.cases}`,
      )
      return { measure, points: Math.abs(estimate.pct - truth.pct) }
    })
    const { found: baits, missed, accused } = found.hindsight
    print(`bait: ${baits} of ${baits + missed} found, ${accused} honest ads called bait`)
    const worst = Math.max(...errors.map(({ points }) => points))
    return {
      breaches: [
        ...errors
          .filter(({ points }) => points > (fast ? mostPointsOfFew : mostPoints))
          .map(({ measure, points }) => `${measure} is ${points.toFixed(2)} points from the truth`),
        ...(baits < leastFound * (baits + missed) ? [`only ${baits} of ${baits + missed} baits found`] : []),
      ],
      figure: `at most ${worst.toFixed(2)} points from the truth, ${shareOf(found.estimated, 'after_60').cases} cases`,
    }
  },
}

function shareOf(tallies: Estimates['truth'], measure: TrackMeasure) {
  const { cases, held } = tallies.get(measure) ?? { cases: 0, held: 0 }
  return { cases, pct: cases === 0 ? 0 : (100 * held) / cases }
}
