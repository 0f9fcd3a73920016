import type { ExchangeId } from '../currencies-and-sides.js'
import { collectVotes, type VoteSummary } from './advertiser-votes.js'
import { boardSpread, goodSideRatio } from './board-spread.js'
import type { CandidateAd } from './candidate-ad.js'
import { laggingAds } from './lagging-ads.js'
import { numbers } from './trust-numbers.js'
import { weightedMedian } from './weighted-median.js'

/** One side of one exchange, as the consensus sees it. All prices are costs. */
export type BoardInput = {
  readonly exchange: ExchangeId
  readonly candidates: readonly CandidateAd[]
  /** The centre of this board's own votes in the previous cycle. */
  readonly previous: number | null
  /** An incomplete board does not vote: its first pages hold the most tempting prices. Alone, it has only its own votes. */
  readonly isIncomplete?: boolean
}

/** Centre L, spread S, gate G and total weight W of one board, in costs. */
export type Centre = {
  readonly centre: number
  readonly spread: number
  readonly gate: number
  /** Lack of protection by the opposite side: 0 if it is near, 1 if it is far, unknown or crossed. */
  readonly exposure: number
  readonly weight: number
  /** The share of its evidence that a board has of its own: 1 where it needs no help from others. */
  readonly measured: number
  /** The vote of its own advertisers. Only their middle may be remembered: a memory that feeds on itself never ends. */
  readonly ownVotes: VoteSummary | null
  readonly peerCentre: number | null
  /** Prices that moved within the last hour, here and elsewhere; `null` if no other exchange has data. */
  readonly active: ActiveCentre | null
  /** The other exchanges moved the centre away from where its own votes put it. */
  readonly clamped: boolean
}

/** A centre before the other side of its exchange has said how far prices may lie from it. */
export type Unbounded = Omit<Centre, 'gate' | 'exposure'>

export type ActiveCentre = {
  readonly centre: number
  /** Ads that stand still while everything around them moves: of a frozen board or a dead payment rail. */
  readonly lagging: ReadonlySet<CandidateAd>
}

export function findCentres(boards: readonly BoardInput[]): (Unbounded | null)[] {
  const firstSummaries = boards.map(({ candidates }) => collectVotes(candidates, null))
  const othersOf = (summaries: readonly (VoteSummary | null)[], index: number) =>
    summaries.filter(
      (other, at): other is VoteSummary =>
        other !== null && boards[at]?.exchange !== boards[index]?.exchange && boards[at]?.isIncomplete !== true,
    )

  const summaries = boards.map(({ candidates, previous }, index) => {
    const peerCentre = centreOfOthers(othersOf(firstSummaries, index))
    if (peerCentre !== null) return collectVotes(candidates, peerCentre)
    const cleaned = collectVotes(candidates, previous)
    // Memory alone may not overrule most of a board: after a real jump every price would look mistyped for ever.
    const first = firstSummaries[index] ?? null
    return (cleaned?.weight ?? 0) >= (first?.weight ?? 0) * numbers.memoryOverrules ? cleaned : first
  })
  const skew = goodSideRatio(summaries.filter((each) => each !== null))
  const lagging = laggingAds(boards)
  return boards.map((board, index) =>
    centreOf(board, summaries[index] ?? null, othersOf(summaries, index), skew, lagging),
  )
}

/** The market as the other exchanges see it; `null` if fewer than two of them have data. */
function centreOfOthers(others: readonly VoteSummary[]): number | null {
  const sufficient = others.filter(({ weight }) => weight >= numbers.leastPeerWeight)
  if (sufficient.length < numbers.exchangesForCentre) return null
  return weightedMedian(
    sufficient.map(({ centre, weight }) => ({ value: centre, weight: Math.min(numbers.peerWeight, weight) })),
  )
}

function centreOf(
  { candidates, previous, isIncomplete = false }: BoardInput,
  ownVotes: VoteSummary | null,
  others: readonly VoteSummary[],
  skew: number,
  lagging: ReadonlySet<CandidateAd>,
): Unbounded | null {
  const weight = ownVotes?.weight ?? 0
  const peerCentre = centreOfOthers(others)
  const decidesItself = !isIncomplete || peerCentre === null
  const lacking = Math.max(0, numbers.fullBoardWeight - (decidesItself ? weight : 0))

  const votes = decidesItself ? [...(ownVotes?.votes ?? [])] : []
  if (peerCentre !== null) votes.push({ value: peerCentre, weight: lacking })
  if (lacking > 0 && previous !== null) votes.push({ value: previous, weight: lacking * numbers.memoryShare })
  const centre = weightedMedian(votes)
  if (centre === null) return null
  const spread = boardSpread(ownVotes, others, skew)
  const reach =
    others.length >= numbers.exchangesForClamp
      ? Math.max(numbers.peerReach, numbers.peerReachSpreads * spread)
      : Number.POSITIVE_INFINITY
  const clampedCentre =
    peerCentre === null ? centre : Math.min(peerCentre + reach, Math.max(peerCentre - reach, centre))
  return {
    centre: clampedCentre,
    clamped: clampedCentre !== centre,
    spread,
    weight,
    measured: 1 - lacking / numbers.fullBoardWeight,
    ownVotes,
    peerCentre,
    active: peerCentre === null ? null : { centre: movingCentre(candidates, ownVotes, peerCentre), lagging },
  }
}

/** Centre of the ads that changed within the last hour. Other exchanges supply the weight that is missing. */
function movingCentre(candidates: readonly CandidateAd[], own: VoteSummary | null, peerCentre: number): number {
  const moving = candidates.filter(({ standsStill }) => !standsStill)
  const moved = moving.length === candidates.length ? own : collectVotes(moving, peerCentre)
  const lacking = Math.max(0, numbers.fullBoardWeight - (moved?.weight ?? 0))
  return weightedMedian([...(moved?.votes ?? []), { value: peerCentre, weight: lacking }]) ?? peerCentre
}
