import type { WireOpportunity } from '@p2p-rates/contract'
import type { Numbers } from '../../formats/numbers.js'

/** Fee of the trip's own network if there is one, in USDT. */
export const feeOf = ({ transfer }: WireOpportunity, generalFee: number): number => transfer?.fee_usdt ?? generalFee

/** The fee is in USDT; its cost is their selling price. */
export function tripProfit(trip: WireOpportunity, generalFee: number) {
  const fee = feeOf(trip, generalFee) * trip.sell_price
  const gross = trip.net_profit + fee
  const spread = trip.sell_price / trip.buy_price - 1
  // The amount at which the spread makes up for the fee; null without a spread.
  const breakEvenAmount = spread > 0 ? fee / spread : null
  return { gross, fee, net: trip.net_profit, breakEvenAmount }
}

export const maxTripAmount = ({ buy_limits: [, buy], sell_limits: [, sell] }: WireOpportunity): number =>
  Math.min(buy, sell)

/** A round amount of fiat worth some 250 USDT, to begin with: 10,000 UAH, 100,000 KZT. */
export function exampleTradeAmount(price: number): number {
  const worth = price * 250
  const scale = 10 ** Math.floor(Math.log10(worth))
  return Math.round(worth / scale) * scale
}

export const signedAmount = ({ difference }: Numbers, money: number): string =>
  money > 0 ? `+${difference(money)}` : difference(money)
