import type { Board } from '../ad.js'
import { sortBook } from '../book/sort-book.js'
import { type Side, sides } from '../vocabulary.js'
import { type Candidate, costOf, examine, priceAt } from './candidate.js'
import { confidenceOf } from './confidence.js'
import { type Centre, findCentres, narrowByOtherSide } from './consensus.js'
import { hardGate, servesNormalCaller, unitSlip } from './gates.js'
import {
  boardKey,
  type JudgedAd,
  type Reason,
  type TrustedBoard,
  type TrustedMarket,
  type TrustMemory,
} from './judgement.js'
import { doubtCrossers, doubtLoners, weighPrice } from './price-points.js'
import { allReasons, openTrial, type Trial } from './trial.js'
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
  const heard = new Map(cases.map((aCase) => [aCase.board, hear(aCase, memory, rules)]))
  const trialsOf = (board: Board | undefined) => (board === undefined ? [] : (heard.get(board) ?? []))
  return {
    fiat,
    boards: cases.map(({ board, centre }) => {
      const other = cases.find((aCase) => faces(aCase.board, board))?.board
      return judged(board, centre, doubtCrossers(trialsOf(board), trialsOf(other), rules.trustedFrom), rules)
    }),
    confidence: { BUY: confidenceOf(weightOf('BUY', cases)), SELL: confidenceOf(weightOf('SELL', cases)) },
  }
}

type Case = { readonly board: Board; readonly candidates: readonly Candidate[]; readonly centre: Centre | null }

const faces = (board: Board, other: Board) => other.exchange === board.exchange && other.side !== board.side

/** Finds the centre of every board: by its own votes, the other exchanges, memory, and then the opposite side. */
function openCases(boards: readonly Board[], memory: TrustMemory, rules: TrustRules): Case[] {
  const examined = boards.map((board) => ({
    board,
    exchange: board.exchange,
    candidates: board.ads.map((ad) => examine(ad, rules)),
    previous: previousCost(memory, board),
  }))
  const centres = new Map(
    sides.flatMap((side) => {
      const ofSide = examined.filter(({ board }) => board.side === side)
      const found = findCentres(ofSide, rules)
      return ofSide.map(({ board }, index) => [board, found[index] ?? null] as const)
    }),
  )
  return examined.map(({ board, candidates }) => {
    const other = boards.find((candidate) => faces(candidate, board))
    const centre = centres.get(board) ?? null
    const otherCentre = (other && centres.get(other)) ?? null
    return { board, candidates, centre: centre && narrowByOtherSide(centre, otherCentre, rules) }
  })
}

function previousCost(memory: TrustMemory, { exchange, side }: Board): number | null {
  const price = memory.previous?.get(boardKey(exchange, side))
  return price === undefined || !(price > 0) ? null : costOf(price, side)
}

/** Everything a board can say about its own ads. */
function hear({ candidates, centre }: Case, memory: TrustMemory, rules: TrustRules): Trial[] {
  const trials = candidates.map((candidate) => {
    const code = hardGate(candidate, centre)
    const gate: Reason | null = code && {
      code,
      points: Number.NEGATIVE_INFINITY,
      ...(code === 'unit_error' && centre !== null ? unitSlip(candidate, centre.centre, memory.otherFiats) : {}),
    }
    const trial = openTrial(candidate, gate)
    return centre === null ? trial : weighPrice(trial, centre, memory.unchangedMinutes?.(candidate.ad) ?? 0)
  })
  return centre === null ? trials : doubtLoners(trials, centre, rules.trustedFrom)
}

function judged(board: Board, centre: Centre | null, trials: readonly Trial[], rules: TrustRules): TrustedBoard {
  const ads = trials.map((trial): JudgedAd => {
    const trusted = trial.score >= rules.trustedFrom
    return {
      ad: trial.candidate.ad,
      score: trial.score,
      trusted,
      eligible: trusted && servesNormalCaller(trial.candidate, rules),
      reasons: allReasons(trial),
    }
  })
  return {
    exchange: board.exchange,
    fiat: board.fiat,
    side: board.side,
    observedAtMs: board.observedAtMs,
    ads: sortBook(ads, board.side),
    consensus: centre && {
      price: priceAt(centre.centre, board.side),
      spread: centre.spread,
      gate: centre.gate,
      weight: centre.weight,
    },
    ownCentre: centre === null || centre.own === null ? null : priceAt(centre.own, board.side),
  }
}

/** How much honest weight stands behind a side's prices, all exchanges together. */
function weightOf(side: Side, cases: readonly Case[]): number {
  let weight = 0
  for (const { board, centre } of cases) if (board.side === side) weight += centre?.weight ?? 0
  return weight
}
