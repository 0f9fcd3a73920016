import type { ExchangeId } from '../vocabulary.js'
import type { Candidate } from './candidate.js'
import { mayVote, unitErrorCost } from './gates.js'
import type { TrustRules } from './trust-rules.js'
import { type Weighted, weightedMedian, weightedSpread } from './weighted-median.js'

/** One side of one exchange, as the consensus sees it. All prices are costs. */
export type Voters = {
  readonly exchange: ExchangeId
  readonly candidates: readonly Candidate[]
  /** The centre of this board in the previous cycle. */
  readonly previous: number | null
}

/** Centre L, spread S, gate G and total weight W of one board, in costs. */
export type Centre = {
  readonly centre: number
  readonly spread: number
  readonly gate: number
  readonly weight: number
}

/** A board of this weight needs no help from others. */
const fullWeight = 8
/** Spread of honest prices where there are too few votes to measure it, and how many votes that belief is worth. */
const usualSpread = { value: 0.006, votes: 6 }

type Poll = { readonly votes: readonly Weighted[]; readonly centre: number; readonly weight: number }

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

/** One advertiser, one vote: his least attractive price. */
function poll(candidates: readonly Candidate[], reference: number | null): Poll | null {
  const byAdvertiser = new Map<string, Candidate>()
  for (const candidate of candidates) {
    if (!mayVote(candidate)) continue
    if (reference !== null && Math.abs(candidate.cost - reference) > unitErrorCost) continue
    const known = byAdvertiser.get(candidate.advertiser)
    if (
      known === undefined ||
      candidate.cost - known.cost > 0 ||
      (candidate.cost === known.cost && candidate.weight < known.weight)
    )
      byAdvertiser.set(candidate.advertiser, candidate)
  }

  const quoting = new Map<number, number>()
  for (const { ad } of byAdvertiser.values()) quoting.set(ad.price, (quoting.get(ad.price) ?? 0) + 1)
  const votes = [...byAdvertiser.values()]
    .map(({ ad, cost, weight }) => ({
      value: cost,
      // Platform caps, walls and sybils stand at one identical price: more of them add ever less.
      weight: weight * Math.sqrt(Math.min(1, 3 / (quoting.get(ad.price) ?? 1))),
    }))
    // From here on nothing depends on the order in which ads arrived.
    .sort((a, b) => a.value - b.value || a.weight - b.weight)
  const centre = weightedMedian(votes)
  return centre === null ? null : { votes, centre, weight: votes.reduce((sum, { weight }) => sum + weight, 0) }
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

  const spread = spreadOf(own, others)
  const borrowed = lacking / fullWeight
  // A spread that a board measured itself carries farther than one that others lent it.
  const gate = Math.max((3.5 + (1 - borrowed) ** 2) * spread, rules.minGate + 0.01 * borrowed)
  const reach = others.length >= 3 ? Math.max(0.015, 2 * spread) : Number.POSITIVE_INFINITY
  return {
    centre: world === null ? centre : Math.min(world + reach, Math.max(world - reach, centre)),
    spread,
    gate: Math.min(0.06, Math.max(rules.minGate, gate)),
    weight,
  }
}

/** The board's own spread, pulled towards that of the other exchanges as far as its votes are few. */
function spreadOf(own: Poll | null, others: readonly Poll[]): number {
  const strangers = others.flatMap(deviations)
  const pooled = strangers.length < usualSpread.votes ? usualSpread.value : weightedSpread(strangers, 0)
  // One vote says where a price is, nothing about how widely prices lie around it.
  const count = own === null || own.votes.length < 2 ? 0 : own.votes.length
  const ownSpread = own === null ? 0 : weightedSpread(own.votes, own.centre) * smallSample(count)
  const variance = (count * ownSpread ** 2 + usualSpread.votes * pooled ** 2) / (count + usualSpread.votes)
  return Math.min(0.025, Math.max(0.0015, Math.sqrt(variance)))
}

/**
 * Distances to the board's centre. The centre is itself one of the votes: its distance is 0 whatever the spread, and
 * the others lie farther from it than from the unknown truth, so it is left out and they are scaled.
 */
function deviations({ votes, centre }: Poll): Weighted[] {
  const self = votes.findIndex(({ value }) => value === centre)
  const scale = Math.sqrt((votes.length - 1) / votes.length)
  return votes
    .filter((_, index) => index !== self)
    .map(({ value, weight }) => ({ value: (value - centre) * scale, weight }))
}

/** Few votes lie closer to their own median than to the truth; these factors of Croux and Rousseeuw undo that. */
const smallSample = (votes: number): number => smallSampleFactors[votes] ?? 1
const smallSampleFactors: readonly number[] = [1, 1, 1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107]

/** Nobody sells far below where many buy: a gap between both sides' centres bounds both gates. */
export function narrowByOtherSide(board: Centre, otherSide: Centre | null, rules: TrustRules): Centre {
  if (otherSide === null) return board
  // Costs of the two sides have opposite signs, so their sum is ln(buy centre / sell centre).
  const gap = board.centre + otherSide.centre
  // Crossing centres mean different rails, about which the other side can say nothing.
  if (gap < 0) return board
  return { ...board, gate: Math.min(board.gate, Math.max(rules.minGate, gap + 0.005)) }
}
