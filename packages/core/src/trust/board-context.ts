import { type Board, offerKey } from '../ad.js'
import { type ExchangeId, type Side, sides } from '../currencies-and-sides.js'
import { type CandidateAd, logCostOf, toCandidateAd } from './candidate-ad.js'
import { boardKey, type TrustMemory } from './judgement.js'
import { limitByOppositeSide, sideGap } from './opposite-side.js'
import { type Centre, findCentres } from './price-consensus.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

export type BoardContext = {
  readonly board: Board
  readonly candidates: readonly CandidateAd[]
  readonly centre: Centre | null
  /** The centre of its own advertisers in the previous cycle, as a cost. */
  readonly previous: number | null
}

const minuteMs = 60_000

export const isLate = (board: Pick<Board, 'observedAtMs'>, boards: readonly Pick<Board, 'observedAtMs'>[]): boolean =>
  Math.max(...boards.map(({ observedAtMs }) => observedAtMs)) - board.observedAtMs >= numbers.lateMinutes * minuteMs

/** Finds the centre of every board: by its own votes, the other exchanges, memory, and then the opposite side. */
export function prepareBoards(boards: readonly Board[], memory: TrustMemory, rules: TrustRules): BoardContext[] {
  const examined = boards.map((board) => ({
    board,
    exchange: board.exchange,
    candidates: toCandidates(board, isLate(board, boards), memory, rules),
    previous: previousCost(memory, board),
    isIncomplete: board.isIncomplete === true,
  }))
  const centres = new Map(
    sides.flatMap((side) => {
      const ofSide = examined.filter(({ board }) => board.side === side)
      const found = findCentres(ofSide)
      return ofSide.map(({ board }, index) => [board, found[index] ?? null] as const)
    }),
  )
  return examined.map(({ board, candidates, previous }) => {
    const other = boards.find((candidate) => isOppositeSide(candidate, board))
    const centre = centres.get(board) ?? null
    const otherCentre = (other && centres.get(other)) ?? null
    return { board, candidates, previous, centre: centre && limitByOppositeSide(centre, otherCentre, rules) }
  })
}

function toCandidates({ ads, remote }: Board, late: boolean, memory: TrustMemory, rules: TrustRules): CandidateAd[] {
  const unchecked = remote?.checked === false
  return ads.map((ad) => {
    const standsStill = late || (memory.unchangedMinutes?.get(offerKey(ad)) ?? 0) >= numbers.stillMinutes
    return toCandidateAd(ad, rules, { standsStill, unchecked })
  })
}

export const isOppositeSide = (board: Board, other: Board): boolean =>
  other.exchange === board.exchange && other.side !== board.side

export function sideGaps(contexts: readonly BoardContext[]): ReadonlyMap<ExchangeId, number> {
  const gaps = new Map<ExchangeId, number>()
  for (const { board, centre } of contexts.filter(({ board }) => board.side === sides[0])) {
    const other = contexts.find((context) => isOppositeSide(board, context.board))?.centre ?? null
    if (centre !== null && other !== null) gaps.set(board.exchange, sideGap(centre, other))
  }
  return gaps
}

function previousCost(memory: TrustMemory, { exchange, side }: { exchange: ExchangeId; side: Side }): number | null {
  const price = memory.previous?.get(boardKey(exchange, side))
  return price === undefined || !(price > 0) ? null : logCostOf(price, side)
}
