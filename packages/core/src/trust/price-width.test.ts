import { expect, test } from 'vitest'
import { priceWidth } from './price-width.js'
import { madToSigma } from './weighted-median.js'

const votesAt = (...values: readonly number[]) => ({
  votes: values.map((value) => ({ value, weight: 1 })),
  centre: 0,
  weight: values.length,
})
/** Six votes for the usual spread of 0.6 %, beside those of the board. */
const mixed = (own: number, votes: number) => Math.sqrt((votes * own ** 2 + 6 * 0.006 ** 2) / (votes + 6))

test('few votes lie closer to their own middle than to the truth, and are taken for wider apart than they are', () => {
  expect(priceWidth(votesAt(-0.004, 0, 0.004), [])).toBeCloseTo(mixed(madToSigma * 0.004 * 1.495, 3), 9)
  expect(priceWidth(votesAt(-0.004, -0.004, 0, 0.004, 0.004), [])).toBeCloseTo(mixed(madToSigma * 0.004 * 1.206, 5), 9)
})

test('one vote says nothing about how wide prices lie', () => {
  expect(priceWidth(votesAt(0), [])).toBe(0.006)
  expect(priceWidth(null, [])).toBe(0.006)
})
