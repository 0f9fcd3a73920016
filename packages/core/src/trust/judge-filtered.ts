import type { Ad } from '../ad.js'
import { advertiserKey } from '../ad.js'
import { judgeMarket } from './judge-market.js'
import type { TrustedMarket, TrustMemory } from './judgement.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/** A part of a board has a centre of its own from this many advertisers on. */
const minAdvertisers = 5

/**
 * Judges only the ads to keep, such as those of one payment method: rails have prices of their own. Boards of which
 * too little remains keep the verdicts of the whole.
 */
export function judgeFiltered(
  market: TrustedMarket,
  keep: (ad: Ad) => boolean,
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const kept = market.boards.map((board) => ({ ...board, ads: board.ads.filter(({ ad }) => keep(ad)) }))
  // Previous centres belong to whole boards.
  const { previous: _, ...stillTrue } = memory
  const rejudged = judgeMarket(
    market.fiat,
    kept.map((board) => ({ ...board, ads: board.ads.map(({ ad }) => ad) })),
    stillTrue,
    rules,
  )
  return {
    ...market,
    boards: kept.map((board, index) => {
      const advertisers = new Set(board.ads.map(({ ad }) => advertiserKey(ad)))
      return advertisers.size >= minAdvertisers ? (rejudged.boards[index] ?? board) : board
    }),
  }
}
