import type { Board } from '../ad.js'
import { sortBook } from '../book/sort-book.js'
import type { Side } from '../currencies-and-sides.js'
import { bestCostOfPresent, isAbsent } from './absent-advertisers.js'
import { type BoardContext, isOppositeSide, prepareBoards, sideGaps } from './board-context.js'
import { hasAccountOn } from './caller.js'
import { priceAt } from './candidate-ad.js'
import { boardConfidence, confidenceOf } from './confidence.js'
import { penalizeCrossing } from './crossed-quotes.js'
import { barriers } from './gates.js'
import type { JudgedAd, TrustedBoard, TrustedMarket, TrustMemory } from './judgement.js'
import { crossedStatus } from './opposite-side.js'
import { bestTrustedPrice, penalizeAheadOfPeers } from './penalize-isolated-prices.js'
import { scoreBoardAds } from './score-board-ads.js'
import { allReasons, type ScoredAd } from './scored-ad.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/** Judge every ad of one currency, with both sides of all exchanges together: each board is evidence for all others. */
export function judgeMarket(
  fiat: string,
  boards: readonly Board[],
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const contexts = prepareBoards(
    boards.filter((board) => board.fiat === fiat),
    memory,
    rules,
  )
  const gaps = sideGaps(contexts)
  const scoredBoards = compareBestPrices(
    contexts.map((context) => ({ ...context, scored: scoreBoardAds(context, memory, rules) })),
    rules,
  )
  const judged = scoredBoards.map((context) => {
    const { board, scored } = context
    const otherSide = scoredBoards.find((other) => isOppositeSide(board, other.board))?.scored ?? []
    const crossed = crossedStatus(board.exchange, gaps)
    return {
      ...context,
      crossed,
      scored: penalizeCrossing(scored, otherSide, { trustedFrom: rules.trustedFrom, crossed }),
    }
  })
  const bestCostOf = (ofSide: Side) =>
    bestCostOfPresent(
      judged.flatMap(({ board, scored }) =>
        board.side === ofSide && hasAccountOn(board.exchange, rules.caller) ? scored : [],
      ),
      rules,
    )
  const bestPresentCosts = { BUY: bestCostOf('BUY'), SELL: bestCostOf('SELL') }
  const trusted = judged.map((context) => ({
    ...context,
    judged: toTrustedBoard(context, bestPresentCosts[context.board.side], rules),
  }))
  const exchangesAsked = memory.exchangesAsked ?? 0
  const ofSide = (side: Side) => trusted.filter(({ board }) => board.side === side)
  return {
    fiat,
    boards: trusted.map((context) => ({
      ...context.judged,
      confidence: boardConfidence(context, ofSide(context.board.side), exchangesAsked),
    })),
    confidence: {
      BUY: confidenceOf(ofSide('BUY'), exchangesAsked, rules.caller),
      SELL: confidenceOf(ofSide('SELL'), exchangesAsked, rules.caller),
    },
    ...(memory.frontRecord !== undefined && { frontRecord: memory.frontRecord }),
  }
}

type ScoredBoard = BoardContext & { readonly scored: readonly ScoredAd[] }

function compareBestPrices(scoredBoards: readonly ScoredBoard[], { trustedFrom }: TrustRules): readonly ScoredBoard[] {
  const bestTrustedPrices = scoredBoards.map(({ board, scored }) => ({
    board,
    cost: bestTrustedPrice(scored, trustedFrom),
  }))
  return scoredBoards.map((context) => {
    const { board, centre, scored } = context
    const others = bestTrustedPrices.flatMap((front) =>
      front.cost !== null && front.board.side === board.side && front.board.exchange !== board.exchange
        ? [front.cost]
        : [],
    )
    return centre === null ? context : { ...context, scored: penalizeAheadOfPeers(scored, centre, others, trustedFrom) }
  })
}

function toTrustedBoard(
  { board, centre, scored }: ScoredBoard,
  bestPresentCost: number,
  rules: TrustRules,
): TrustedBoard {
  const ads = scored.map((scored): JudgedAd => {
    const trusted = scored.score >= rules.trustedFrom
    const barred = trusted ? barriers(scored.candidate, rules) : []
    if (trusted && isAbsent(scored.candidate) && scored.candidate.logCost < bestPresentCost) barred.push('away')
    return {
      ad: scored.candidate.ad,
      score: scored.score,
      trusted,
      eligible: trusted && barred.length === 0,
      reasons: [...allReasons(scored), ...barred.map((code) => ({ code, points: 0 }))],
    }
  })
  const { exchange, fiat, side, observedAtMs, remote, isIncomplete } = board
  return {
    exchange,
    fiat,
    side,
    observedAtMs,
    ads: sortBook(ads, side),
    consensus: centre && {
      price: priceAt(centre.centre, side),
      spread: centre.spread,
      gate: centre.gate,
      weight: centre.weight,
    },
    ownCentre: centre === null || centre.ownVotes === null ? null : priceAt(centre.ownVotes.centre, side),
    ...(remote === undefined ? {} : { remote }),
    ...(isIncomplete === undefined ? {} : { isIncomplete }),
  }
}
