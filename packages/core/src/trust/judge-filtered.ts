import { type Ad, advertiserKey } from '../ad.js'
import { createMethodFilter } from '../payments/method-filter.js'
import { type Side, sides } from '../vocabulary.js'
import { judgeMarket } from './judge-market.js'
import type { TrustedBoard, TrustedMarket, TrustMemory } from './judgement.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/** From this many advertisers on, all exchanges together, a part of a side has a centre of its own. */
export const fewestAdvertisers = 5

/**
 * Judges only the ads to keep, such as those of one payment method, because rails have prices of their own. A side with
 * too few ads left, all exchanges together, keeps the verdicts of the whole.
 */
export function judgeFiltered(
  market: TrustedMarket,
  keep: (ad: Ad) => boolean,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const kept = market.boards.map((board) => ({ ...board, ads: board.ads.filter(({ ad }) => keep(ad)) }))
  const alone = new Set(sides.filter((side) => advertisersOn(kept, side) >= fewestAdvertisers))
  // Previous centres belong to whole boards.
  const { previous: _, ...stillTrue } = memory
  const rejudged = judgeMarket(
    market.fiat,
    kept.map((board) => ({ ...board, ads: board.ads.map(({ ad }) => ad) })),
    stillTrue,
    rules,
  )
  const confidence = (side: Side) => (alone.has(side) ? rejudged : market).confidence[side]
  return {
    fiat: market.fiat,
    boards: kept.map((board, index) => (alone.has(board.side) ? (rejudged.boards[index] ?? board) : board)),
    confidence: { BUY: confidence('BUY'), SELL: confidence('SELL') },
  }
}

const advertisersOn = (boards: readonly TrustedBoard[], ofSide: Side): number =>
  new Set(
    boards.flatMap(({ exchange, side, ads }) =>
      side === ofSide ? ads.map(({ ad }) => `${exchange} ${advertiserKey(ad)}`) : [],
    ),
  ).size

/**
 * The market for a caller who uses one payment method, or all of it without one. Every answer about a method is judged
 * by this, so that no two answers disagree about one ad.
 */
export function judgeForMethod(
  market: TrustedMarket,
  paymentMethod: string | null,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  if (paymentMethod === null) return market
  const accepts = createMethodFilter(paymentMethod)
  return judgeFiltered(market, (ad) => accepts(ad.paymentMethods, ad), memory, rules)
}
