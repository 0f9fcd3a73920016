import type { ExchangeId } from '../vocabulary.js'
import type { Candidate } from './candidate.js'
import { type Poll, poll } from './poll.js'
import { priceWidth, skewOf } from './price-width.js'
import type { TrustRules } from './trust-rules.js'
import { weightedMedian } from './weighted-median.js'

/** One side of one exchange, as the consensus sees it. All prices are costs. */
export type Voters = {
  readonly exchange: ExchangeId
  readonly candidates: readonly Candidate[]
  /** The centre of this board's own votes in the previous cycle. */
  readonly previous: number | null
}

export type Width = { readonly spread: number; readonly gate: number }

/** Centre L, spread S, gate G and total weight W of one board, in costs. */
export type Centre = Width & {
  readonly centre: number
  /** The width if both halves of the prices are believed. Only a near other side allows that. */
  readonly claimed: Width
  /** How little the other side protects this one: 0 beside it, 1 where it is far, unknown or crossed. */
  readonly exposed: number
  readonly weight: number
  /** The vote of its own advertisers. Only their middle may be remembered: a memory that feeds on itself never ends. */
  readonly own: Poll | null
  /** The market as the other exchanges see it. */
  readonly world: number | null
  /** Prices that moved within the last hour, here and elsewhere; `null` where no other exchange can tell. */
  readonly moving: Moving | null
  /** The other exchanges moved the centre away from where its own votes put it. */
  readonly heldBack: boolean
}

/** The market by the ads that moved, and whether none on this board did. */
export type Moving = { readonly centre: number; readonly nobodyHere: boolean }

/** A board of this weight needs no help from others. */
const fullWeight = 8

export const widestGate = 0.06

/** Finds the price centres of one side of the market, every exchange seen against all others. */
export function findCentres(boards: readonly Voters[], rules: TrustRules): (Centre | null)[] {
  const firstPolls = boards.map(({ candidates }) => poll(candidates, null))
  const othersOf = (polls: readonly (Poll | null)[], index: number) =>
    polls.filter((other, at): other is Poll => other !== null && boards[at]?.exchange !== boards[index]?.exchange)

  const polls = boards.map(({ candidates, previous }, index) => {
    const world = centreOfOthers(othersOf(firstPolls, index))
    if (world !== null) return poll(candidates, world)
    const cleaned = poll(candidates, previous)
    // Memory alone may not overrule most of a board: after a real jump every price would look mistyped for ever.
    const first = firstPolls[index] ?? null
    return (cleaned?.weight ?? 0) >= (first?.weight ?? 0) / 2 ? cleaned : first
  })
  const skew = skewOf(polls.filter((each) => each !== null))
  return boards.map((board, index) => centreOf(board, polls[index] ?? null, othersOf(polls, index), skew, rules))
}

/** The market as the other exchanges see it; `null` when fewer than two of them can tell. */
function centreOfOthers(others: readonly Poll[]): number | null {
  const heard = others.filter(({ weight }) => weight >= 0.5)
  if (heard.length < 2) return null
  return weightedMedian(heard.map(({ centre, weight }) => ({ value: centre, weight: Math.min(6, weight) })))
}

function centreOf(
  { candidates, previous }: Voters,
  own: Poll | null,
  others: readonly Poll[],
  skew: number,
  rules: TrustRules,
): Centre | null {
  const weight = own?.weight ?? 0
  const lacking = Math.max(0, fullWeight - weight)
  const world = centreOfOthers(others)

  const votes = [...(own?.votes ?? [])]
  if (world !== null) votes.push({ value: world, weight: lacking })
  if (lacking > 0 && previous !== null) votes.push({ value: previous, weight: lacking / 2 })
  const centre = weightedMedian(votes)
  if (centre === null) return null

  const borrowed = lacking / fullWeight
  const widthOf = (spread: number): Width => {
    // A spread that a board measured itself counts for more than one that others lent it.
    const gate = Math.max((3.5 + (1 - borrowed) ** 2) * spread, rules.minGate + 0.01 * borrowed)
    return { spread, gate: Math.min(widestGate, Math.max(rules.minGate, gate)) }
  }
  const { spread, gate } = widthOf(priceWidth(own, others, skew))
  const reach = others.length >= 3 ? Math.max(0.015, 2 * spread) : Number.POSITIVE_INFINITY
  const held = world === null ? centre : Math.min(world + reach, Math.max(world - reach, centre))
  return {
    centre: held,
    spread,
    gate,
    claimed: widthOf(priceWidth(own, others, 1)),
    exposed: 1,
    weight,
    own,
    world,
    moving: world === null ? null : movingCentre(candidates, own, world),
    heldBack: held !== centre,
  }
}

/** Ads that stood still for an hour say where the market was. The others count first, and these where they are few. */
function movingCentre(candidates: readonly Candidate[], own: Poll | null, world: number): Moving {
  const moving = candidates.filter(({ standsStill }) => !standsStill)
  const moved = moving.length === candidates.length ? own : poll(moving, world)
  const lacking = Math.max(0, fullWeight - (moved?.weight ?? 0))
  const votes = [...(moved?.votes ?? []), { value: world, weight: lacking }]
  return {
    centre: weightedMedian(votes) ?? world,
    nobodyHere: moved === null && (own?.votes.length ?? 0) >= fewVoters,
  }
}

/** Fewer ads may stand still by chance. */
const fewVoters = 5
