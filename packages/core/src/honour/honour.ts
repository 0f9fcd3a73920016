import type { Side } from '../currencies-and-sides.js'
import { clamp, logistic, logit } from '../trust/advertiser-quality.js'
import { logCostOf } from '../trust/candidate-ad.js'
import type {
  FrontRecord,
  JudgedAd,
  ReasonCode,
  SideConfidence,
  TrustedBoard,
  TrustedMarket,
} from '../trust/judgement.js'
import { honourNumbers } from './honour-numbers.js'

export type AdEvidence = Readonly<Record<keyof (typeof honourNumbers)['ad'], number>>
export type FrontEvidence = Readonly<Record<keyof (typeof honourNumbers)['front'], number>>

/** Probability that the advertiser completes an order at the ad's price. */
export const honourOf = (evidence: AdEvidence): number => logistic(weigh(honourNumbers.ad, evidence))

/** The probabilities are fitted to simulated markets, or also compared with what later looks have shown. */
export type IntervalBasis = 'simulation' | 'record'

/** A share of fewer recorded cases would say little. */
export const minCases = 100

/**
 * Probability that all ads better than the centre of their exchange fail together, as after a jump of the market. A
 * record can only raise it, because it does not show whether advertisers complete their orders.
 */
export function frontFailureOf(
  confidence: SideConfidence,
  record: FrontRecord = {},
): { readonly failing: number; readonly basis: IntervalBasis } {
  const failing = logistic(weigh(honourNumbers.front, frontEvidence(confidence)))
  const { cases, held } = record[confidence.level] ?? { cases: 0, held: 0 }
  if (cases < minCases) return { failing, basis: 'simulation' }
  return { failing: Math.max(failing, 1 - held / cases), basis: 'record' }
}

const weigh = <Name extends string>(weights: Record<Name, number>, evidence: Record<Name, number>): number =>
  (Object.keys(weights) as Name[]).reduce((sum, name) => sum + weights[name] * evidence[name], 0)

/** Evidence about the ads of one side, where the prices of other exchanges count, too. */
export function adEvidence(market: TrustedMarket, side: Side): (board: TrustedBoard, judged: JudgedAd) => AdEvidence {
  const bestCosts = market.boards.flatMap((board) => {
    const best = board.side === side ? board.ads.find(({ eligible }) => eligible) : undefined
    return best === undefined ? [] : [{ exchange: board.exchange, cost: logCostOf(best.ad.price, side) }]
  })
  return (board, { ad, score, reasons }) => {
    const cost = logCostOf(ad.price, side)
    const points = (...codes: ReasonCode[]) =>
      reasons.reduce((sum, reason) => sum + (codes.includes(reason.code) ? reason.points : 0), 0)
    const others = bestCosts
      .filter(({ exchange }) => exchange !== board.exchange)
      .map((best) => best.cost)
      .sort((a, b) => a - b)
    const support = others[1] ?? others[0]
    return {
      start: 1,
      score: logit(clamp(score, 0.1, 0.98)),
      record: points('experienced', 'few_orders', 'no_record', 'new_advertiser'),
      presence: points('active', 'idle'),
      stillness: points('stale', 'stuck_at_top'),
      distance: Math.max(0, advantageOn(board, ad.price)),
      lead: support === undefined ? 0 : 100 * clamp(support - cost, 0, 0.06),
      alone: support === undefined ? 1 : 0,
    }
  }
}

export function frontEvidence({ level, reasons }: SideConfidence): FrontEvidence {
  const has = (reason: SideConfidence['reasons'][number]) => Number(reasons.includes(reason))
  const isLow = Number(level === 'low')
  return {
    start: 1,
    twoCamps: has('two_camps'),
    tempting: has('tempting_price'),
    disagree: has('exchanges_disagree'),
    crossedAlone: has('crossed_market') * has('exchanges_missing'),
    crossedTempting: has('crossed_market') * has('tempting_price'),
    wideCamps:
      has('two_camps') * has('wide_prices') * isLow * (1 - has('ahead_of_others')) * (1 - has('exchanges_missing')),
  }
}

/** Distance by which a price is better than the board's centre, in gates; 0 without a centre. */
const advantageOn = ({ consensus, side }: TrustedBoard, price: number): number =>
  consensus === null ? 0 : (logCostOf(consensus.price, side) - logCostOf(price, side)) / consensus.gate
