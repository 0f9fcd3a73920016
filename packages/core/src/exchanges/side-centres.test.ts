import { expect, test } from 'vitest'
import type { Side } from '../currencies-and-sides.js'
import { anAd } from '../testing/an-ad.js'
import { sideCentres } from './side-centres.js'

const ad = (side: Side, price: number, paymentMethods: readonly string[]) => anAd({ side, price, paymentMethods })
const asks = (...prices: number[]) => prices.map((price) => ad('BUY', price, ['Monobank']))
const bids = (...prices: number[]) => prices.map((price) => ad('SELL', price, ['Monobank', 'PUMB']))

test('the sides of a market lie where their middles are, however bait crosses the tops', () => {
  expect(sideCentres(asks(40, 41, 44, 44.1, 44.2), bids(48, 47, 43.5, 43.4, 43.3))).toEqual({ ask: 44, bid: 43.5 })
})

test('a crossed market is returned unchanged', () => {
  expect(sideCentres(asks(45.1, 45.2, 45.3), bids(47.5, 47.4, 47.3))).toEqual({ ask: 45.2, bid: 47.4 })
})

test('an even number of ads has the mean of the two in the middle', () => {
  expect(sideCentres(asks(90, 98, 100, 120), bids(100, 100, 100))).toEqual({ ask: 99, bid: 100 })
})

test('payment methods that never meet are not compared', () => {
  const paidByWallet = [44, 44.1, 44.2].map((price) => ad('SELL', price, ['Payeer']))
  expect(sideCentres(asks(40, 40, 40), paidByWallet)).toBeNull()
  expect(sideCentres(asks(40, 40, 40), [...paidByWallet, ...bids(39.5, 39.4, 39.3)])).toEqual({ ask: 40, bid: 39.4 })
})

test('fewer than three comparable ads have no middle', () => {
  expect(sideCentres(asks(40, 40), bids(44, 44, 44))).toBeNull()
  expect(sideCentres(asks(40, 40, 40), bids(44, 44))).toBeNull()
  expect(sideCentres([], [])).toBeNull()
})

test('the given lists stay as they were', () => {
  const given = Object.freeze(asks(44.2, 44, 44.1))
  expect(sideCentres(given, Object.freeze(bids(43, 43, 43)))?.ask).toBe(44.1)
})
