import type { ExchangeId } from '../currencies-and-sides.js'
import type { Centre, Unbounded } from './price-consensus.js'
import { numbers } from './trust-numbers.js'
import type { TrustRules } from './trust-rules.js'

/**
 * Distance from an exchange's bids to its asks in log points; negative in a crossed market. Costs of the two sides have
 * opposite signs, so their sum is ln(buy centre / sell centre).
 */
export const sideGap = (board: Unbounded, otherSide: Unbounded): number => board.centre + otherSide.centre

/** Width of the gate in spreads next to the opposite side. A spread that the board measured itself counts for more. */
const protectedReach = ({ measured }: Unbounded): number =>
  numbers.protectedReach + numbers.measuredReach * measured ** 2

/**
 * Limit the gates by the gap between both centres, because honest sellers don't ask far less than many buyers pay. If
 * the opposite side is far, unknown or crossed, use a narrower gate.
 */
export function limitByOppositeSide(board: Unbounded, otherSide: Unbounded | null, rules: TrustRules): Centre {
  const gap = otherSide === null ? null : sideGap(board, otherSide)
  const gateOf = (spreads: number) => Math.min(numbers.mostGate, Math.max(rules.minGate, spreads * board.spread))
  // Crossed centres mean a crossed market or different rails. The other side gives no information about those.
  if (gap === null || gap < 0) return { ...board, exposure: 1, gate: gateOf(numbers.exposedReach) }
  const near = protectedReach(board)
  const exposure = Math.min(1, Math.max(0, (gap / gateOf(near) - numbers.protectedUntil) / numbers.protectionFades))
  const gate = gateOf(near + exposure * (numbers.exposedReach - near))
  return { ...board, exposure, gate: Math.min(gate, Math.max(rules.minGate, gap + numbers.gapAllowance)) }
}

/**
 * Crossing of the sides of an exchange. `alone`: crossed, with fewer than two exchanges to compare. `market-wide`: at
 * least half of the other exchanges cross, too. `no`: not crossed, or most other exchanges are not.
 */
export type CrossedStatus = 'no' | 'alone' | 'market-wide'

export function crossedStatus(exchange: ExchangeId, gaps: ReadonlyMap<ExchangeId, number>): CrossedStatus {
  if ((gaps.get(exchange) ?? 0) >= 0) return 'no'
  const others = [...gaps].filter(([other]) => other !== exchange)
  if (others.length < numbers.exchangesForCrossing) return 'alone'
  const crossed = others.filter(([, gap]) => gap < 0)
  return crossed.length >= numbers.crossedShare * others.length ? 'market-wide' : 'no'
}
