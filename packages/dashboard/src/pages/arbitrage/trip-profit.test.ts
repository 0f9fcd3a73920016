import { arbitrageExample } from '@p2p-rates/contract'
import { netProfit } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { exampleTradeAmount, maxTripAmount, tripProfit } from './trip-profit.js'

const trip = (amount: number, feeUsdt: number) => {
  const profit = netProfit(amount, { buy: 41.32, sell: 41.6 }, feeUsdt)
  return { ...arbitrageExample, net_profit: profit.netProfit, net_profit_pct: profit.netProfitPct }
}

test.each([
  [10_000, 1],
  [1_000, 1],
  [50_000, 3.5],
])('of %d for a fee of %d: the remainder is the spread less the fee', (amount, feeUsdt) => {
  const sums = tripProfit(trip(amount, feeUsdt), feeUsdt)
  expect(sums.gross).toBeCloseTo(amount * (41.6 / 41.32 - 1), 6)
  expect(sums.gross - sums.fee).toBeCloseTo(sums.net, 9)
})

test('a trip pays from the amount on at which nothing is left or lost', () => {
  const { breakEvenAmount } = tripProfit(trip(1_000, 1), 1)
  expect(tripProfit(trip(breakEvenAmount ?? 0, 1), 1).net).toBeCloseTo(0, 6)
  expect(tripProfit({ ...trip(1_000, 1), sell_price: 41.32 }, 1).breakEvenAmount).toBeNull()
})

test('a trip takes no more than its narrower leg', () => {
  expect(maxTripAmount(arbitrageExample)).toBe(30_000)
})

test.each([
  [41.3, 10_000],
  [522, 100_000],
  [0.92, 200],
  [26_000, 7_000_000],
])('where a USDT costs %d, one begins with %d', (price, amount) => {
  expect(exampleTradeAmount(price)).toBe(amount)
})
