import type { ExchangeId } from '../vocabulary.js'
import type { Centre, Unbounded } from './consensus.js'
import type { TrustRules } from './trust-rules.js'

/**
 * Distance from an exchange's bids to its asks in log points; negative in a crossed market. Costs of the two sides have
 * opposite signs, so their sum is ln(buy centre / sell centre).
 */
export const gapOf = (board: Unbounded, otherSide: Unbounded): number => board.centre + otherSide.centre

/** From this many gates apart on, sides protect each other less, and some gates later not at all. */
const protection = { until: 1.25, fading: 0.75 }

/** How many spreads from the centre a price may be believed where the other side tells nothing. */
const exposedReach = 3

/** Beside the other side, a spread that a board measured itself counts for more than one that others lent it. */
const protectedReach = ({ measured }: Unbounded): number => 4 + measured ** 2

export const widestGate = 0.06

/**
 * Honest sellers do not ask far less than many buyers pay, so the gap between both centres bounds both gates. Where the
 * other side is far, unknown or crossed it protects nobody, and prices are believed less far.
 */
export function boundByOtherSide(board: Unbounded, otherSide: Unbounded | null, rules: TrustRules): Centre {
  const gap = otherSide === null ? null : gapOf(board, otherSide)
  const gateOf = (spreads: number) => Math.min(widestGate, Math.max(rules.minGate, spreads * board.spread))
  // Crossed centres mean a crossed market or different rails. The other side tells nothing about those.
  if (gap === null || gap < 0) return { ...board, exposed: 1, gate: gateOf(exposedReach) }
  const near = protectedReach(board)
  const exposed = Math.min(1, Math.max(0, (gap / gateOf(near) - protection.until) / protection.fading))
  const gate = gateOf(near + exposed * (exposedReach - near))
  return { ...board, exposed, gate: Math.min(gate, Math.max(rules.minGate, gap + 0.005)) }
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
