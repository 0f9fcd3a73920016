import { type Candidate, priceAt } from './candidate.js'
import type { Case } from './cases.js'
import type { Centre } from './consensus.js'
import { type Gate, hardGate, unitSlip } from './gates.js'
import type { Reason, ReasonCode, TrustMemory } from './judgement.js'
import { doubtLoners } from './loners.js'
import { weighPrice } from './price-points.js'
import { openTrial, type Trial } from './trial.js'
import type { TrustRules } from './trust-rules.js'

/** Everything that a board tells about its own ads. */
export function hearBoard({ candidates, centre }: Case, memory: TrustMemory, rules: TrustRules): Trial[] {
  if (centre === null) return candidates.map((candidate) => openTrial(candidate, gateReason(candidate, null, memory)))
  const trials = candidates.map((candidate) => {
    const gate = gateFor(candidate, centre)
    return weighPrice(openTrial(candidate, gateReason(candidate, gate, memory)), gate)
  })
  return doubtLoners(trials, centre, rules.trustedFrom)
}

function gateReason(candidate: Candidate, gate: Gate | null, memory: TrustMemory): Reason | null {
  const code = hardGate(candidate, gate)
  if (code === null) return null
  const slip = code === 'unit_error' && gate !== null ? unitSlip(candidate, gate.centre, memory.otherFiats) : {}
  const compared = gate !== null && comparesPrices.has(code) ? { against: priceAt(gate.centre, candidate.ad.side) } : {}
  return { code, points: Number.NEGATIVE_INFINITY, ...slip, ...compared }
}

/** Hard gates that compare the price with the centre. */
const comparesPrices: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['unit_error', 'price_outlier', 'off_market'])

/**
 * An ad that stood still for an hour is also judged, more mildly, by what has moved since. One that was left behind is
 * judged strictly, by half of the gate.
 */
function gateFor(candidate: Candidate, { centre, gate, moving }: Centre): Gate {
  if (!candidate.standsStill || moving === null) return { centre, gate }
  if (moving.left.has(candidate)) return { centre: Math.max(centre, moving.centre), gate: gate / 2 }
  return { centre: Math.max(centre, moving.centre - gate / 4), gate }
}
