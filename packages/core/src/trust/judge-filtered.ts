import { type Ad, advertiserKey } from '../ad.js'
import { type Side, sides } from '../currencies-and-sides.js'
import { createWantedFilter, type WantedMethods, wantsAllMethods } from '../filter/wanted-methods.js'
import { judgeMarket } from './judge-market.js'
import type { TrustedBoard, TrustedMarket, TrustMemory } from './judgement.js'
import { numbers } from './trust-numbers.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/**
 * Judges only the ads to keep, such as those of one payment method, because rails have prices of their own. A side with
 * too few ads left, all exchanges together, keeps the scores of the whole, and so does a market that loses none.
 */
export function judgeFiltered(
  market: TrustedMarket,
  keep: (ad: Ad) => boolean,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const kept = market.boards.map((board) => ({ ...board, ads: board.ads.filter(({ ad }) => keep(ad)) }))
  if (kept.every(({ ads }, index) => ads.length === market.boards[index]?.ads.length)) return market
  const alone = new Set(sides.filter((side) => advertisersOn(kept, side) >= numbers.methodAdvertisers))
  if (alone.size === 0) return { ...market, boards: kept }
  // Previous centres belong to whole boards.
  const { previous: _, ...stillTrue } = memory
  const rejudged = judgeAgain({ ...market, boards: kept }, stillTrue, rules)
  const confidence = (side: Side) => (alone.has(side) ? rejudged : market).confidence[side]
  return {
    ...market,
    boards: kept.map((board, index) => (alone.has(board.side) ? (rejudged.boards[index] ?? board) : board)),
    confidence: { BUY: confidence('BUY'), SELL: confidence('SELL') },
  }
}

/** Judges the ads of a market again. */
export const judgeAgain = (market: TrustedMarket, memory: TrustMemory, rules: TrustRules): TrustedMarket =>
  judgeMarket(
    market.fiat,
    market.boards.map((board) => ({ ...board, ads: board.ads.map(({ ad }) => ad) })),
    memory,
    rules,
  )

const advertisersOn = (boards: readonly TrustedBoard[], ofSide: Side): number =>
  new Set(
    boards.flatMap(({ exchange, side, ads }) =>
      side === ofSide ? ads.map(({ ad }) => `${exchange} ${advertiserKey(ad)}`) : [],
    ),
  ).size

/**
 * The market for a caller who pays in these ways, judged among its ads. Every answer about ways to pay is judged by this,
 * so that no two answers disagree about one ad.
 */
export function judgeForMethods(
  market: TrustedMarket,
  methods: WantedMethods,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  if (wantsAllMethods(methods)) return market
  const accepts = createWantedFilter(methods)
  return judgeFiltered(market, (ad) => accepts(ad.paymentMethods, ad), memory, rules)
}
