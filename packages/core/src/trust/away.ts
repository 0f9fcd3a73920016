import type { Candidate } from './candidate.js'
import { barriers } from './gates.js'
import type { Trial } from './trial.js'
import type { TrustRules } from './trust-rules.js'

const awayMs = 2 * 60 * 60_000

/** Who was last seen long ago sleeps, works or has forgotten the ad. */
export const isAway = ({ record }: Candidate): boolean => (record.idleMs ?? 0) > awayMs

/** The best price among those who are there, as a cost. Nobody who is away may be ahead of it. */
export function frontOfPresent(trials: readonly Trial[], rules: TrustRules): number | null {
  const costs = trials.flatMap(({ score, candidate }) =>
    score >= rules.trustedFrom && !isAway(candidate) && barriers(candidate, rules).length === 0 ? [candidate.cost] : [],
  )
  return costs.length === 0 ? null : Math.min(...costs)
}
