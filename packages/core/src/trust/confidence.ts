import { isAbsent } from './absent-advertisers.js'
import type { BoardContext } from './board-context.js'
import { type Caller, hasAccountOn } from './caller.js'
import { type CandidateAd, logCostOf } from './candidate-ad.js'
import { advantage } from './gates.js'
import type { Confidence, ConfidenceReason, SideConfidence, TrustedBoard } from './judgement.js'
import type { CrossedStatus } from './opposite-side.js'
import type { Centre } from './price-consensus.js'
import { numbers } from './trust-numbers.js'

export type BoardEvidence = Pick<BoardContext, 'centre' | 'previous' | 'candidates'> & {
  readonly judged: TrustedBoard
  readonly crossed: CrossedStatus
}

/** Confidence in the best price of the caller's exchanges. All boards are evidence. */
export const confidenceOf = (
  boards: readonly BoardEvidence[],
  exchangesAsked: number,
  caller: Caller,
): SideConfidence =>
  confidenceIn(
    bestPriceOf(boards.filter(({ judged }) => hasAccountOn(judged.exchange, caller))),
    boards,
    exchangesAsked,
  )

export const boardConfidence = (
  board: BoardEvidence,
  boards: readonly BoardEvidence[],
  exchangesAsked: number,
): SideConfidence => confidenceIn(bestPriceOf([board]), boards, exchangesAsked)

function confidenceIn(
  best: BestPriceOfSide | null,
  boards: readonly BoardEvidence[],
  exchangesAsked: number,
): SideConfidence {
  const weight = weightOf(boards)
  // Skip boards without votes, because an empty list says nothing about the market, and those that were read in part.
  const voting = boards.filter(
    ({ centre, judged }) => centre !== null && centre.ownVotes !== null && !judged.isIncomplete,
  )
  const reasons: ConfidenceReason[] = []
  if (best === null) reasons.push('no_price')
  if (weight < numbers.fullWeight || isAsleep(boards)) reasons.push('little_evidence')
  const isMissing = voting.length < numbers.exchangesPresent * exchangesAsked || voting.length < numbers.exchangesVoting
  if (isMissing || best?.board.judged.isIncomplete) reasons.push('exchanges_missing')
  const doubts = best === null ? [] : doubtsAbout(best, boards, weight)
  reasons.push(...doubts.map(({ reason }) => reason))
  const severe = doubts.filter((doubt) => doubt.severe).length
  return { level: levelOf(reasons, { weight, severe, exchanges: voting.length }), reasons }
}

/** More of a side is away than by day: about an eighth by day and half at night, of which bait takes advantage. */
function isAsleep(boards: readonly BoardEvidence[]): boolean {
  const voters = boards.flatMap(({ candidates }) => candidates)
  return sumOf(voters.filter(isAbsent)) > sumOf(voters) * numbers.asleepShare
}

const sumOf = (candidates: readonly CandidateAd[]): number => candidates.reduce((sum, { weight }) => sum + weight, 0)

type Evidence = { readonly weight: number; readonly severe: number; readonly exchanges: number }

function levelOf(reasons: readonly ConfidenceReason[], { weight, severe, exchanges }: Evidence): Confidence {
  if (weight < numbers.leastWeight || reasons.includes('no_price') || reasons.includes('exchanges_disagree'))
    return 'low'
  if (severe >= numbers.severeReasons || (exchanges < numbers.exchangesForCamps && reasons.includes('two_camps')))
    return 'low'
  return reasons.length === 0 ? 'high' : 'medium'
}

type BestPriceOfSide = { readonly board: BoardEvidence; readonly centre: Centre; readonly cost: number }

function bestPriceOf(boards: readonly BoardEvidence[]): BestPriceOfSide | null {
  const offers = boards.flatMap((board): BestPriceOfSide[] => {
    const cost = bestCost(board)
    return cost === null || board.centre === null ? [] : [{ board, centre: board.centre, cost }]
  })
  return offers.reduce<BestPriceOfSide | null>(
    (best, offer) => (best === null || offer.cost < best.cost ? offer : best),
    null,
  )
}

function bestCost({ judged }: BoardEvidence): number | null {
  const best = judged.ads.find(({ eligible }) => eligible)
  return best === undefined ? null : logCostOf(best.ad.price, judged.side)
}

/** One severe doubt leaves a price plausible. Two together indicate a false price. */
type ReasonToDoubt = { readonly reason: ConfidenceReason; readonly severe: boolean }

function doubtsAbout(best: BestPriceOfSide, boards: readonly BoardEvidence[], weight: number): ReasonToDoubt[] {
  const { board, centre, cost } = best
  const pull = advantage({ logCost: cost }, centre)
  const isWide = centre.clamped || centre.gate >= numbers.mostGate || centre.spread >= numbers.mostSpread
  const doubts: [ConfidenceReason, boolean, 'severe'?][] = [
    ['tempting_price', pull > numbers.temptingGates, 'severe'],
    ['ahead_of_others', isAhead(best, boards), 'severe'],
    ['exchanges_disagree', isContradicted(best, boards, weight)],
    ['wide_prices', isWide, 'severe'],
    ['wide_prices', !isWide && centre.exposure >= numbers.unprotectedExposure],
    ['centre_moved', hasMoved(board) || weightOf(boards.filter(hasMoved)) > weight * numbers.movedShare, 'severe'],
    ['two_camps', hasTwoCamps(boards, weight) || hasTwoCamps([board], centre.weight), 'severe'],
    ['capped_elsewhere', boards.some((other) => other !== board && hasRefusedWall(other, cost))],
    ['crossed_market', board.crossed !== 'no'],
  ]
  return doubts.flatMap(([reason, holds, severe]) => (holds ? [{ reason, severe: severe !== undefined }] : []))
}

/** Nearly all ads of an exchange have one better price. A list can't show whether a platform's cap is the market. */
function hasRefusedWall({ judged }: BoardEvidence, cost: number): boolean {
  const better = judged.ads.filter(({ ad }) => logCostOf(ad.price, judged.side) < cost)
  const [first] = better
  if (first === undefined || better.some(({ eligible }) => eligible)) return false
  const wall = judged.ads.filter(({ ad }) => ad.price === first.ad.price)
  return wall.length >= numbers.wallAdvertisers && wall.length >= numbers.wallShare * judged.ads.length
}

/** Returns true if the third-best exchange is far behind. Bait rarely appears on one exchange alone. */
function isAhead({ cost, centre }: BestPriceOfSide, boards: readonly BoardEvidence[]): boolean {
  const bestTrustedPrices = boards.flatMap((board) => bestCost(board) ?? []).sort((a, b) => a - b)
  const third = bestTrustedPrices[numbers.supportingExchanges]
  return third !== undefined && third - cost > Math.max(numbers.aheadDistance, numbers.aheadSpreads * centre.spread)
}

/**
 * Returns true if all other exchanges differ by more than the widest gate, and nothing shows which is right. A
 * difference of 3 % between two exchanges is ordinary. Other exchanges with less than a fifth of the votes prove
 * nothing against a full board.
 */
function isContradicted({ board, centre }: BestPriceOfSide, boards: readonly BoardEvidence[], weight: number): boolean {
  const others = boards.flatMap((other) =>
    other === board || other.centre === null || other.centre.ownVotes === null ? [] : [other.centre],
  )
  return (
    others.length > 0 &&
    others.every((other) => Math.abs(other.centre - centre.centre) > numbers.mostGate) &&
    others.reduce((sum, other) => sum + other.weight, 0) > weight * numbers.contradictingShare
  )
}

const hasMoved = ({ centre, previous }: BoardEvidence): boolean =>
  centre !== null &&
  centre.ownVotes !== null &&
  previous !== null &&
  Math.abs(centre.ownVotes.centre - previous) > centre.gate

/** Many votes lie more than a gate away: a second group ahead of the centre, or people who left for a worse price. */
function hasTwoCamps(boards: readonly BoardEvidence[], weight: number): boolean {
  let [ahead, behind] = [0, 0]
  for (const { centre } of boards)
    for (const vote of centre?.ownVotes?.votes ?? []) {
      const distance = vote.value - (centre?.centre ?? 0)
      if (distance < -(centre?.gate ?? 0)) ahead += vote.weight
      if (distance > (centre?.gate ?? 0)) behind += vote.weight
    }
  return ahead > weight * numbers.campAhead || behind > weight * numbers.campBehind
}

const weightOf = (boards: readonly BoardEvidence[]): number =>
  boards.reduce((sum, { centre }) => sum + (centre?.weight ?? 0), 0)
