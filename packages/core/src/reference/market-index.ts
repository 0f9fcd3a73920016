import { type ExchangeId, sides } from '../currencies-and-sides.js'
import {
  type ConfidenceReason,
  type SideConfidence,
  seenAtMs,
  type TrustedBoard,
  type TrustedMarket,
} from '../trust/judgement.js'
import { type IndexSource, middleOf, sourceWeights, weightedMiddle } from './index-sources.js'

/** Version of the method. Whatever may move the figure gets a new one. */
export const indexMethod = 'index-1'

/** One currency's reference price: where the honest prices of its exchanges lie, and not what the best ad asks. Unrounded. */
export type MarketIndex = {
  /** The middle between `buy` and `sell`. */
  readonly value: number
  /** Ordinary prices for buying and selling USDT. In a crossed market `buy` lies below `sell`. */
  readonly buy: number
  readonly sell: number
  readonly confidence: SideConfidence
  readonly sources: number
  readonly updatedAtMs: number
}

/**
 * Reference price of a currency: a weighted median over the exchanges, which no single ad or exchange decides. Null if no
 * exchange has a trusted centre on both sides.
 */
export function marketIndex(market: TrustedMarket): MarketIndex | null {
  const estimates = exchangeEstimates(market)
  const weights = sourceWeights(estimates)
  const value = weightedMiddle(estimates, weights)
  const halfSpread = middleOf(
    estimates.map((voice) => voice.halfSpread),
    weights,
  )
  if (value === null || halfSpread === null) return null
  return {
    value,
    buy: value * (1 + halfSpread),
    sell: value * (1 - halfSpread),
    confidence: confidenceIn(market, estimates, (share) =>
      distanceCovering(share, { value, voices: estimates, weights }),
    ),
    sources: estimates.length,
    updatedAtMs: Math.max(...estimates.map(({ updatedAtMs }) => updatedAtMs)),
  }
}

/** Exchanges of the index as it is computed from them. */
export const indexSources = (market: TrustedMarket): readonly IndexSource[] =>
  exchangeEstimates(market).map(({ exchange, price, evidence }) => ({ exchange, price, evidence }))

type ExchangeEstimate = IndexSource & {
  /** Half of what lies between its sides, as a part of the middle. */
  readonly halfSpread: number
  readonly updatedAtMs: number
}

function exchangeEstimates({ boards }: TrustedMarket): readonly ExchangeEstimate[] {
  const exchanges = [...new Set(boards.map(({ exchange }) => exchange))]
  return exchanges.flatMap((exchange) => exchangeEstimate(exchange, boards) ?? [])
}

function exchangeEstimate(exchange: ExchangeId, boards: readonly TrustedBoard[]): ExchangeEstimate | null {
  const [buy, sell] = sides.map((side) => boards.find((board) => board.exchange === exchange && board.side === side))
  if (buy === undefined || sell === undefined) return null
  const [ask, bid] = [trustedCentre(buy), trustedCentre(sell)]
  if (ask === null || bid === null) return null
  return {
    exchange,
    price: (ask.price + bid.price) / 2,
    halfSpread: (ask.price - bid.price) / (ask.price + bid.price),
    evidence: Math.min(ask.weight, bid.weight),
    updatedAtMs: Math.max(...[buy, sell].map(seenAtMs)),
  }
}

const trustedCentre = ({ ads, consensus }: TrustedBoard) =>
  consensus !== null && consensus.weight > 0 && ads.some(({ trusted }) => trusted) ? consensus : null

/** Relative distance from the value within which this share of the weight lies. */
function distanceCovering(
  share: number,
  about: { value: number; voices: readonly ExchangeEstimate[]; weights: readonly number[] },
): number {
  const { value, voices, weights } = about
  const distances = voices
    .map(({ price }, at) => ({ distance: Math.abs(price / value - 1), weight: weights[at] ?? 0 }))
    .sort((a, b) => a.distance - b.distance)
  let missing = share * (1 - 1e-9) * weights.reduce((sum, weight) => sum + weight, 0)
  for (const { distance, weight } of distances) {
    missing -= weight
    if (missing <= 0) return distance
  }
  return Number.POSITIVE_INFINITY
}

/** Two exchanges of three equals. */
const agreementShare = 0.66
const agreesWithin = 0.01
const disagreesBeyond = 0.02

const minEvidence = 3
const fullEvidence = 8

/** Confidence reasons that concern a centre. All other reasons concern the best ad. */
const centreReasons: ReadonlySet<ConfidenceReason> = new Set(['exchanges_missing', 'centre_moved', 'two_camps'])

function confidenceIn(
  { confidence }: TrustedMarket,
  estimates: readonly ExchangeEstimate[],
  reach: (share: number) => number,
): SideConfidence {
  const evidence = estimates.reduce((sum, voice) => sum + voice.evidence, 0)
  // Require both of two exchanges to agree, because each is half of the evidence.
  const agree = estimates.length > 1 && reach(estimates.length === 2 ? 1 : agreementShare) <= agreesWithin
  const found = new Set(sides.flatMap((side) => confidence[side].reasons.filter((reason) => centreReasons.has(reason))))
  if (evidence < fullEvidence) found.add('little_evidence')
  if (estimates.length === 1) found.add('exchanges_missing')
  else if (!agree) found.add('exchanges_disagree')
  const isLow = evidence < minEvidence || reach(agreementShare) > disagreesBeyond
  return { level: isLow ? 'low' : found.size > 0 ? 'medium' : 'high', reasons: [...found] }
}
