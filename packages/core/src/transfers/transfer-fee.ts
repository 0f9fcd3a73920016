import { usualCosts } from '../book/plan-trades.js'
import type { ExchangeId } from '../currencies-and-sides.js'

/** One fee in USDT for all transfers, or a fee for each pair of exchanges. */
export type TransferFee = number | ((from: ExchangeId, to: ExchangeId) => number)

export const feeBetween = (fee: TransferFee, from: ExchangeId, to: ExchangeId): number =>
  typeof fee === 'number' ? fee : fee(from, to)

/** Fee where no pair of exchanges is chosen. */
export const generalFee = (fee: TransferFee): number => (typeof fee === 'number' ? fee : usualCosts.transferFeeUsdt)
