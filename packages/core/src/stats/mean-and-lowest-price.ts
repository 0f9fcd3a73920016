import { groupByHour, type Price } from './group-by-hour.js'

/** Mean of hourly means, so that an hour seen often weighs as much as an hour seen once; `null` without prices. */
export function meanPrice(prices: readonly Price[]): number | null {
  const hours = groupByHour(prices)
  if (hours.length === 0) return null
  return mean(hours.map((hour) => mean(hour.prices)))
}

/** Lowest price that was seen more than once: the middle of three neighbours, or the price now if it is lower. */
export function lowestPrice(prices: readonly Price[], now: number): number {
  let lowest = now
  for (let at = 2; at < prices.length; at++) {
    const middle = middleOfThree(prices[at - 2]?.price ?? now, prices[at - 1]?.price ?? now, prices[at]?.price ?? now)
    if (middle < lowest) lowest = middle
  }
  return lowest
}

export const percentAbove = (price: number, reference: number): number => (price / reference - 1) * 100

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const middleOfThree = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
