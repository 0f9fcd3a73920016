import type { Candidate } from './candidate.js'
import { barriers } from './gates.js'
import type { Trial } from './trial.js'
import type { TrustRules } from './trust-rules.js'

const awayMs = 2 * 60 * 60_000

/** Whether the advertiser was last seen more than two hours ago. */
export const isAway = ({ record }: Candidate): boolean => (record.idleMs ?? 0) > awayMs

/** The best price, as a cost, among advertisers who are there. An ad of somebody who is away may not be better. */
export function frontOfPresent(trials: readonly Trial[], rules: TrustRules): number | null {
  const costs = trials.flatMap(({ score, candidate }) =>
    score >= rules.trustedFrom && !isAway(candidate) && barriers(candidate, rules).length === 0 ? [candidate.cost] : [],
  )
  return costs.length === 0 ? null : Math.min(...costs)
}
