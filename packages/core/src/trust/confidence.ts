import { isAway } from './away.js'
import { type Candidate, costOf } from './candidate.js'
import type { Case } from './cases.js'
import type { Centre } from './consensus.js'
import { attraction } from './gates.js'
import type { Confidence, ConfidenceReason, SideConfidence, TrustedBoard } from './judgement.js'
import { wallFrom } from './loners.js'
import { type Crossed, widestGate } from './other-side.js'
import { widest } from './price-width.js'

/** One side of one exchange with its verdicts. */
export type Witness = Pick<Case, 'centre' | 'previous' | 'candidates'> & {
  readonly judged: TrustedBoard
  readonly crossed: Crossed
}

/** How far the best price of one side is to be relied on, and what keeps it from being certain. */
export const confidenceOf = (witnesses: readonly Witness[], exchangesAsked: number): SideConfidence =>
  confidenceIn(headlineOf(witnesses), witnesses, exchangesAsked)

/** The same for the best price of one exchange, seen against the others. */
export const boardConfidence = (
  board: Witness,
  witnesses: readonly Witness[],
  exchangesAsked: number,
): SideConfidence => confidenceIn(headlineOf([board]), witnesses, exchangesAsked)

function confidenceIn(
  headline: Headline | null,
  witnesses: readonly Witness[],
  exchangesAsked: number,
): SideConfidence {
  const weight = weightOf(witnesses)
  // Who answers with an empty list says nothing about the market.
  const heard = witnesses.filter(({ centre }) => centre !== null && centre.own !== null)
  const reasons: ConfidenceReason[] = []
  if (headline === null) reasons.push('no_price')
  if (weight < enough || isAsleep(witnesses)) reasons.push('little_evidence')
  if (heard.length * 2 < exchangesAsked || heard.length < 2) reasons.push('exchanges_missing')
  const doubts = headline === null ? [] : doubtsAbout(headline, witnesses, weight)
  reasons.push(...doubts.map(({ reason }) => reason))
  const grave = doubts.filter((doubt) => doubt.grave).length
  return { level: levelOf(reasons, { weight, grave, exchanges: heard.length }), reasons }
}

/** More of a side is away than by day: about an eighth by day and half at night, of which bait takes advantage. */
function isAsleep(witnesses: readonly Witness[]): boolean {
  const voters = witnesses.flatMap(({ candidates }) => candidates)
  return sumOf(voters.filter(isAway)) > sumOf(voters) / 3
}

const sumOf = (candidates: readonly Candidate[]): number => candidates.reduce((sum, { weight }) => sum + weight, 0)

const little = 3
const enough = 8

type Evidence = { readonly weight: number; readonly grave: number; readonly exchanges: number }

function levelOf(reasons: readonly ConfidenceReason[], { weight, grave, exchanges }: Evidence): Confidence {
  if (weight < little || reasons.includes('no_price') || reasons.includes('exchanges_disagree')) return 'low'
  if (grave >= 2 || (exchanges < 3 && reasons.includes('two_camps'))) return 'low'
  return reasons.length === 0 ? 'high' : 'medium'
}

type Headline = { readonly witness: Witness; readonly centre: Centre; readonly cost: number }

/** The best price of all, with the board it stands on. */
function headlineOf(witnesses: readonly Witness[]): Headline | null {
  const offers = witnesses.flatMap((witness): Headline[] => {
    const cost = bestCost(witness)
    return cost === null || witness.centre === null ? [] : [{ witness, centre: witness.centre, cost }]
  })
  return offers.reduce<Headline | null>((best, offer) => (best === null || offer.cost < best.cost ? offer : best), null)
}

function bestCost({ judged }: Witness): number | null {
  const best = judged.ads.find(({ eligible }) => eligible)
  return best === undefined ? null : costOf(best.ad.price, judged.side)
}

/** A grave doubt alone leaves a price plausible. Two of them together are the mark of a lie. */
type Doubt = { readonly reason: ConfidenceReason; readonly grave: boolean }

function doubtsAbout(headline: Headline, witnesses: readonly Witness[], weight: number): Doubt[] {
  const { witness, centre, cost } = headline
  const pull = attraction({ cost }, centre)
  const isWide = centre.heldBack || centre.gate >= widestGate || centre.spread >= widest
  const doubts: [ConfidenceReason, boolean, 'grave'?][] = [
    ['tempting_price', pull > tempting, 'grave'],
    ['ahead_of_others', isAhead(headline, witnesses), 'grave'],
    ['exchanges_disagree', isContradicted(headline, witnesses, weight)],
    ['wide_prices', isWide, 'grave'],
    ['wide_prices', !isWide && centre.exposed >= unprotected],
    ['centre_moved', hasMoved(witness) || weightOf(witnesses.filter(hasMoved)) > weight / 4, 'grave'],
    ['two_camps', hasTwoCamps(witnesses, weight) || hasTwoCamps([witness], centre.weight), 'grave'],
    ['capped_elsewhere', witnesses.some((other) => other !== witness && hasRefusedWall(other, cost))],
    ['crossed_market', witness.crossed !== 'no'],
  ]
  return doubts.flatMap(([reason, holds, grave]) => (holds ? [{ reason, grave: grave !== undefined }] : []))
}

/** Few honest best prices and most lies stand beyond this part of the gate. */
const tempting = 0.6

/** From here on the opposite side is too far away, or absent, to check a price: bait with a record would be called high. */
const unprotected = 0.5

/** Nearly all of an exchange stand at one better price. Whether a platform's cap is the market, no list can tell. */
function hasRefusedWall({ judged }: Witness, cost: number): boolean {
  const better = judged.ads.filter(({ ad }) => costOf(ad.price, judged.side) < cost)
  const [first] = better
  if (first === undefined || better.some(({ eligible }) => eligible)) return false
  const wall = judged.ads.filter(({ ad }) => ad.price === first.ad.price)
  return wall.length >= wallFrom && wall.length >= 0.8 * judged.ads.length
}

/** Whether the third best exchange is far behind. Bait rarely comes on one exchange alone. */
function isAhead({ cost, centre }: Headline, witnesses: readonly Witness[]): boolean {
  const fronts = witnesses.flatMap((witness) => bestCost(witness) ?? []).sort((a, b) => a - b)
  const third = fronts[2]
  return third !== undefined && third - cost > Math.max(0.004, 1.5 * centre.spread)
}

/**
 * All other exchanges lie further away than the widest gate, and nothing tells who is right. 3 % between two exchanges
 * is ordinary. Others with less than a fifth of the votes prove nothing against a full board.
 */
function isContradicted({ witness, centre }: Headline, witnesses: readonly Witness[], weight: number): boolean {
  const others = witnesses.flatMap((other) =>
    other === witness || other.centre === null || other.centre.own === null ? [] : [other.centre],
  )
  return (
    others.length > 0 &&
    others.every((other) => Math.abs(other.centre - centre.centre) > widestGate) &&
    others.reduce((sum, other) => sum + other.weight, 0) > weight * 0.2
  )
}

const hasMoved = ({ centre, previous }: Witness): boolean =>
  centre !== null && centre.own !== null && previous !== null && Math.abs(centre.own.centre - previous) > centre.gate

/** Many votes lie more than a gate away: a second group ahead of the centre, or people who left for a worse price. */
function hasTwoCamps(witnesses: readonly Witness[], weight: number): boolean {
  let [ahead, behind] = [0, 0]
  for (const { centre } of witnesses)
    for (const vote of centre?.own?.votes ?? []) {
      const distance = vote.value - (centre?.centre ?? 0)
      if (distance < -(centre?.gate ?? 0)) ahead += vote.weight
      if (distance > (centre?.gate ?? 0)) behind += vote.weight
    }
  return ahead > weight * 0.35 || behind > weight * 0.1
}

const weightOf = (witnesses: readonly Witness[]): number =>
  witnesses.reduce((sum, { centre }) => sum + (centre?.weight ?? 0), 0)
