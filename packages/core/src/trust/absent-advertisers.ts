import type { CandidateAd } from './candidate-ad.js'
import { barriers } from './gates.js'
import type { ScoredAd } from './scored-ad.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

export const hourMs = 3_600_000

export const isAbsent = ({ record }: CandidateAd): boolean => (record.idleMs ?? 0) > numbers.awayHours * hourMs

/**
 * Cost below which an ad of an absent advertiser is no best price: the best cost among present advertisers. If there is
 * none and most advertisers are absent, as at night, no ad of an absent advertiser qualifies. Otherwise all qualify.
 */
export function bestCostOfPresent(scored: readonly ScoredAd[], rules: TrustRules): number {
  const costs = scored.flatMap(({ score, candidate }) =>
    score >= rules.trustedFrom && !isAbsent(candidate) && barriers(candidate, rules).length === 0
      ? [candidate.logCost]
      : [],
  )
  if (costs.length > 0) return Math.min(...costs)
  const away = scored.filter(({ candidate }) => isAbsent(candidate))
  return away.length > numbers.absentShare * scored.length ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
}
