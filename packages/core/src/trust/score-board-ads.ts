import { penalizeAttractivePrice } from './attractive-price.js'
import type { BoardContext } from './board-context.js'
import { type CandidateAd, priceAt } from './candidate-ad.js'
import { type Band, disqualify, explainUnitError } from './gates.js'
import type { Reason, ReasonCode, TrustMemory } from './judgement.js'
import { penalizeIsolatedPrices } from './penalize-isolated-prices.js'
import type { Centre } from './price-consensus.js'
import { type ScoredAd, startScore } from './scored-ad.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

export function scoreBoardAds(
  { candidates, centre }: BoardContext,
  memory: TrustMemory,
  rules: TrustRules,
): ScoredAd[] {
  if (centre === null) return candidates.map((candidate) => startScore(candidate, gateReason(candidate, null, memory)))
  const scored = candidates.map((candidate) => {
    const gate = gateFor(candidate, centre)
    return penalizeAttractivePrice(startScore(candidate, gateReason(candidate, gate, memory)), gate)
  })
  return penalizeIsolatedPrices(scored, centre, rules.trustedFrom)
}

function gateReason(candidate: CandidateAd, gate: Band | null, memory: TrustMemory): Reason | null {
  const code = disqualify(candidate, gate)
  if (code === null) return null
  const slip = code === 'unit_error' && gate !== null ? explainUnitError(candidate, gate.centre, memory.otherFiats) : {}
  const compared = gate !== null && comparesPrices.has(code) ? { against: priceAt(gate.centre, candidate.ad.side) } : {}
  return { code, points: Number.NEGATIVE_INFINITY, ...slip, ...compared }
}

const comparesPrices: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['unit_error', 'price_outlier'])

/** Judge an unchanged ad also by the active centre, more mildly, and an ad left behind by half of the gate. */
function gateFor(candidate: CandidateAd, { centre, gate, active }: Centre): Band {
  if (!candidate.standsStill || active === null) return { centre, gate }
  if (active.lagging.has(candidate))
    return { centre: Math.max(centre, active.centre), gate: gate * numbers.laggingGate }
  return { centre: Math.max(centre, active.centre - gate * numbers.stillAllowance), gate }
}
