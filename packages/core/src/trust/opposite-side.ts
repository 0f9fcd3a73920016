import type { ExchangeId } from '../vocabulary.js'
import type { Centre, Unbounded } from './consensus.js'
import type { TrustRules } from './trust-rules.js'

/**
 * Distance from an exchange's bids to its asks in log points; negative in a crossed market. Costs of the two sides have
 * opposite signs, so their sum is ln(buy centre / sell centre).
 */
export const sideGap = (board: Unbounded, otherSide: Unbounded): number => board.centre + otherSide.centre

/** From this many gates apart on, sides protect each other less, and some gates later not at all. */
const protectionRange = { until: 1.25, fading: 0.75 }

/** How many spreads from the centre a price may be believed where the other side tells nothing. */
const exposedReach = 3

/** Beside the other side, a spread that a board measured itself counts for more than one that others lent it. */
const protectedReach = ({ measured }: Unbounded): number => 4 + measured ** 2

export const maxGate = 0.06

/**
 * Honest sellers do not ask far less than many buyers pay, so the gap between both centres bounds both gates. Where the
 * other side is far, unknown or crossed it protects nobody, and prices are believed less far.
 */
export function limitByOppositeSide(board: Unbounded, otherSide: Unbounded | null, rules: TrustRules): Centre {
  const gap = otherSide === null ? null : sideGap(board, otherSide)
  const gateOf = (spreads: number) => Math.min(maxGate, Math.max(rules.minGate, spreads * board.spread))
  // Crossed centres mean a crossed market or different rails. The other side tells nothing about those.
  if (gap === null || gap < 0) return { ...board, exposure: 1, gate: gateOf(exposedReach) }
  const near = protectedReach(board)
  const exposure = Math.min(1, Math.max(0, (gap / gateOf(near) - protectionRange.until) / protectionRange.fading))
  const gate = gateOf(near + exposure * (exposedReach - near))
  return { ...board, exposure, gate: Math.min(gate, Math.max(rules.minGate, gap + 0.005)) }
}

/** Whether the centres of both sides of an exchange cross, and whether those of the other exchanges do. */
export type CrossedStatus = 'no' | 'alone' | 'market-wide'

/** A crossed exchange is believed only where the others, if enough of them can be asked, are crossed too. */
export function crossedStatus(exchange: ExchangeId, gaps: ReadonlyMap<ExchangeId, number>): CrossedStatus {
  if ((gaps.get(exchange) ?? 0) >= 0) return 'no'
  const others = [...gaps].filter(([other]) => other !== exchange)
  if (others.length < 2) return 'alone'
  return others.filter(([, gap]) => gap < 0).length * 2 >= others.length ? 'market-wide' : 'no'
}
