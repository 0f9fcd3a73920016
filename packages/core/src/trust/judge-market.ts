import type { Board } from '../ad.js'
import { sortBook } from '../book/sort-book.js'
import type { Side } from '../vocabulary.js'
import { frontOfPresent, isAway } from './away.js'
import { priceAt } from './candidate.js'
import { type Case, faces, gapsOf, openCases } from './cases.js'
import { boardConfidence, confidenceOf } from './confidence.js'
import { doubtCrossers } from './crossers.js'
import { barriers } from './gates.js'
import { hearBoard } from './hear-board.js'
import type { JudgedAd, TrustedBoard, TrustedMarket, TrustMemory } from './judgement.js'
import { doubtAhead, frontOf } from './loners.js'
import { crossedAt } from './other-side.js'
import { allReasons, type Trial } from './trial.js'
import { normalRules, type TrustRules } from './trust-rules.js'

/** Judges every ad of one currency, both sides of all exchanges together: each board is a witness for the others. */
export function judgeMarket(
  fiat: string,
  boards: readonly Board[],
  memory: TrustMemory = {},
  rules: TrustRules = normalRules,
): TrustedMarket {
  const cases = openCases(
    boards.filter((board) => board.fiat === fiat),
    memory,
    rules,
  )
  const gaps = gapsOf(cases)
  const heard = compareFronts(
    cases.map((aCase) => ({ ...aCase, trials: hearBoard(aCase, memory, rules) })),
    rules,
  )
  const judged = heard.map((aCase) => {
    const { board, trials } = aCase
    const otherSide = heard.find((other) => faces(board, other.board))?.trials ?? []
    const crossed = crossedAt(board.exchange, gaps)
    return { ...aCase, crossed, trials: doubtCrossers(trials, otherSide, { trustedFrom: rules.trustedFrom, crossed }) }
  })
  const front = (ofSide: Side) =>
    frontOfPresent(
      judged.flatMap(({ board, trials }) => (board.side === ofSide ? trials : [])),
      rules,
    )
  const fronts = { BUY: front('BUY'), SELL: front('SELL') }
  const verdicts = judged.map((aCase) => ({ ...aCase, judged: verdictOn(aCase, fronts[aCase.board.side], rules) }))
  const exchangesAsked = memory.exchangesAsked ?? 0
  const ofSide = (side: Side) => verdicts.filter(({ board }) => board.side === side)
  return {
    fiat,
    boards: verdicts.map((verdict) => ({
      ...verdict.judged,
      confidence: boardConfidence(verdict, ofSide(verdict.board.side), exchangesAsked),
    })),
    confidence: {
      BUY: confidenceOf(ofSide('BUY'), exchangesAsked),
      SELL: confidenceOf(ofSide('SELL'), exchangesAsked),
    },
  }
}

type Heard = Case & { readonly trials: readonly Trial[] }

/** Compares the best prices of all exchanges with each other. */
function compareFronts(heard: readonly Heard[], { trustedFrom }: TrustRules): readonly Heard[] {
  const fronts = heard.map(({ board, trials }) => ({ board, cost: frontOf(trials, trustedFrom) }))
  return heard.map((aCase) => {
    const { board, centre, trials } = aCase
    const others = fronts.flatMap((front) =>
      front.cost !== null && front.board.side === board.side && front.board.exchange !== board.exchange
        ? [front.cost]
        : [],
    )
    return centre === null ? aCase : { ...aCase, trials: doubtAhead(trials, centre, others, trustedFrom) }
  })
}

function verdictOn({ board, centre, trials }: Heard, front: number, rules: TrustRules): TrustedBoard {
  const ads = trials.map((trial): JudgedAd => {
    const trusted = trial.score >= rules.trustedFrom
    const barred = trusted ? barriers(trial.candidate, rules) : []
    if (trusted && isAway(trial.candidate) && trial.candidate.cost < front) barred.push('away')
    return {
      ad: trial.candidate.ad,
      score: trial.score,
      trusted,
      eligible: trusted && barred.length === 0,
      reasons: [...allReasons(trial), ...barred.map((code) => ({ code, points: 0 }))],
    }
  })
  const { exchange, fiat, side, observedAtMs, remote } = board
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
    ownCentre: centre === null || centre.own === null ? null : priceAt(centre.own.centre, side),
    ...(remote === undefined ? {} : { remote }),
  }
}
