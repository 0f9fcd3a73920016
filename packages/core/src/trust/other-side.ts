import type { ExchangeId } from '../vocabulary.js'
import type { Centre } from './consensus.js'
import type { TrustRules } from './trust-rules.js'

/**
 * Distance from an exchange's bids to its asks in log points; negative in a crossed market. Costs of the two sides have
 * opposite signs, so their sum is ln(buy centre / sell centre).
 */
export const gapOf = (board: Centre, otherSide: Centre): number => board.centre + otherSide.centre

/** From this many gates apart on, sides protect each other less, and some gates later not at all. */
const protection = { until: 1.25, fading: 0.75 }

/**
 * Honest sellers do not ask far less than many buyers pay, so the gap between both centres bounds both gates. Where it
 * is small, bait gains little by widening its board, and the board may be as wide as it claims.
 */
export function narrowByOtherSide(board: Centre, otherSide: Centre | null, rules: TrustRules): Centre {
  if (otherSide === null) return board
  const gap = gapOf(board, otherSide)
  // Crossed centres mean a crossed market or different rails. The other side tells nothing about those.
  if (gap < 0) return board
  const { claimed } = board
  const exposed = Math.min(1, Math.max(0, (gap / claimed.gate - protection.until) / protection.fading))
  const between = (near: number, far: number) => near + exposed * (far - near)
  return {
    ...board,
    exposed,
    spread: between(claimed.spread, board.spread),
    gate: Math.min(between(claimed.gate, board.gate), Math.max(rules.minGate, gap + 0.005)),
  }
}

/** Whether the centres of both sides of an exchange cross, and whether those of the other exchanges do. */
export type Crossed = 'no' | 'alone' | 'like others'

/** A crossed exchange is believed only where the others, if enough of them can be asked, are crossed too. */
export function crossedAt(exchange: ExchangeId, gaps: ReadonlyMap<ExchangeId, number>): Crossed {
  if ((gaps.get(exchange) ?? 0) >= 0) return 'no'
  const others = [...gaps].filter(([other]) => other !== exchange)
  if (others.length < 2) return 'alone'
  return others.filter(([, gap]) => gap < 0).length * 2 >= others.length ? 'like others' : 'no'
}
