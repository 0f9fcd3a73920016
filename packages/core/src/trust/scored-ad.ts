import { type Cap, logistic } from './advertiser-quality.js'
import type { CandidateAd } from './candidate-ad.js'
import type { Reason, ReasonCode } from './judgement.js'
import { numbers } from './trust-numbers.js'

export type ScoredAd = {
  readonly candidate: CandidateAd
  readonly reasons: readonly Reason[]
  readonly gated: boolean
  readonly score: number
}

export function startScore(candidate: CandidateAd, gate: Reason | null): ScoredAd {
  const reasons = gate === null ? candidate.quality : [gate, ...candidate.quality]
  return { candidate, reasons, gated: gate !== null, score: scoreOf(candidate, reasons) }
}

/** Adds a reason. Given twice, it stands once with the points of both and the first comparison. */
export function addReason(scored: ScoredAd, code: ReasonCode, points: number, comparedWith?: number): ScoredAd {
  if (scored.gated || points === 0) return scored
  const said = scored.reasons.find((reason) => reason.code === code)
  const others = scored.reasons.filter((reason) => reason !== said)
  const against = said?.against ?? comparedWith
  const reason = { code, points: points + (said?.points ?? 0), ...(against === undefined ? {} : { against }) }
  const reasons = [...others, reason]
  return { ...scored, reasons, score: scoreOf(scored.candidate, reasons) }
}

const sumOf = (reasons: readonly Reason[]) => reasons.reduce((sum, { points }) => sum + points, numbers.basePoints)

export function allReasons({ candidate, reasons }: ScoredAd): Reason[] {
  const { cap } = candidate
  const all = cap === null ? [...reasons] : [...reasons, { code: cap.code, points: pointsTo(cap, sumOf(reasons)) }]
  return all.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

const pointsTo = ({ logit }: Cap, sum: number): number => Math.min(0, logit - sum)

function scoreOf(candidate: CandidateAd, reasons: readonly Reason[]): number {
  const sum = sumOf(reasons)
  return logistic(candidate.cap === null ? sum : sum + pointsTo(candidate.cap, sum))
}
