import type { ExchangeId } from '../vocabulary.js'
import type { Candidate } from './candidate.js'
import { type Poll, poll } from './poll.js'
import { priceWidth } from './price-width.js'
import type { TrustRules } from './trust-rules.js'
import { weightedMedian } from './weighted-median.js'

/** One side of one exchange, as the consensus sees it. All prices are costs. */
export type Voters = {
  readonly exchange: ExchangeId
  readonly candidates: readonly Candidate[]
  /** Where this board's own votes were in the previous cycle. */
  readonly previous: number | null
}

/** Centre L, spread S, gate G and total weight W of one board, in costs. */
export type Centre = {
  readonly centre: number
  readonly spread: number
  readonly gate: number
  readonly weight: number
  /** The middle of the board's own votes. Only this may be remembered: a memory that fed on itself would never end. */
  readonly own: number | null
}

/** A board of this weight needs no help from others. */
const fullWeight = 8

/** Finds the price centres of one side of the market, every exchange seen against all others. */
export function findCentres(boards: readonly Voters[], rules: TrustRules): (Centre | null)[] {
  const firstPolls = boards.map(({ candidates }) => poll(candidates, null))
  const othersOf = (polls: readonly (Poll | null)[], index: number) =>
    polls.filter((other, at): other is Poll => other !== null && boards[at]?.exchange !== boards[index]?.exchange)

  const polls = boards.map(({ candidates, previous }, index) => {
    const world = centreOfOthers(othersOf(firstPolls, index))
    if (world !== null) return poll(candidates, world)
    const cleaned = poll(candidates, previous)
    // Memory alone may not overrule most of a board: after a real jump everyone would look mistyped for ever.
    const first = firstPolls[index] ?? null
    return (cleaned?.weight ?? 0) >= (first?.weight ?? 0) / 2 ? cleaned : first
  })
  return boards.map(({ previous }, index) => centreOf(polls[index] ?? null, othersOf(polls, index), previous, rules))
}

/** Where the other exchanges see the market; `null` when fewer than two of them have anything to say. */
function centreOfOthers(others: readonly Poll[]): number | null {
  const heard = others.filter(({ weight }) => weight >= 0.5)
  if (heard.length < 2) return null
  return weightedMedian(heard.map(({ centre, weight }) => ({ value: centre, weight: Math.min(6, weight) })))
}

function centreOf(
  own: Poll | null,
  others: readonly Poll[],
  previous: number | null,
  rules: TrustRules,
): Centre | null {
  const weight = own?.weight ?? 0
  const lacking = Math.max(0, fullWeight - weight)
  const world = centreOfOthers(others)

  const votes = [...(own?.votes ?? [])]
  if (lacking > 0 && world !== null) votes.push({ value: world, weight: lacking })
  if (lacking > 0 && previous !== null) votes.push({ value: previous, weight: lacking / 2 })
  const centre = weightedMedian(votes)
  if (centre === null) return null

  const spread = priceWidth(own, others)
  const borrowed = lacking / fullWeight
  // A spread that a board measured itself carries farther than one that others lent it.
  const gate = Math.max((3.5 + (1 - borrowed) ** 2) * spread, rules.minGate + 0.01 * borrowed)
  const reach = others.length >= 3 ? Math.max(0.015, 2 * spread) : Number.POSITIVE_INFINITY
  return {
    centre: world === null ? centre : Math.min(world + reach, Math.max(world - reach, centre)),
    spread,
    gate: Math.min(0.06, Math.max(rules.minGate, gate)),
    weight,
    own: own?.centre ?? null,
  }
}

/** Nobody sells far below where many buy: a gap between both sides' centres bounds both gates. */
export function narrowByOtherSide(board: Centre, otherSide: Centre | null, rules: TrustRules): Centre {
  if (otherSide === null) return board
  // Costs of the two sides have opposite signs, so their sum is ln(buy centre / sell centre).
  const gap = board.centre + otherSide.centre
  // Crossing centres mean different rails, about which the other side can say nothing.
  if (gap < 0) return board
  return { ...board, gate: Math.min(board.gate, Math.max(rules.minGate, gap + 0.005)) }
}
