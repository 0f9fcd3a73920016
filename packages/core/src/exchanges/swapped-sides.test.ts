import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import type { Side } from '../vocabulary.js'
import { sidesSwapped } from './swapped-sides.js'

const ad = (side: Side, price: number, paymentMethods: readonly string[]): Ad => ({
  exchange: 'example',
  fiat: 'UAH',
  side,
  adId: null,
  advertiserId: null,
  nickname: 'someone',
  price,
  minFiat: 100,
  maxFiat: 10_000,
  stockUsdt: null,
  paymentMethods,
  completedOrders: null,
  ordersBasis: 'month',
  completionPct: null,
  positivePct: null,
  merchant: null,
  lastSeenAtMs: null,
  accountAgeDays: null,
  promoted: false,
  restricted: false,
  takerDemands: null,
  payWindowMinutes: null,
  remarks: null,
  url: null,
  observedAtMs: 0,
})
const asks = (...prices: number[]) => prices.map((price) => ad('BUY', price, ['Monobank']))
const bids = (...prices: number[]) => prices.map((price) => ad('SELL', price, ['Monobank', 'PUMB']))

describe('the sides of a market', () => {
  test('look right when sellers ask more than buyers offer', () => {
    expect(sidesSwapped(asks(44, 44.1, 44.2), bids(43.5, 43.4, 43.3))).toBe(false)
  })

  test('look swapped when their medians are', () => {
    expect(sidesSwapped(asks(43.5, 43.4, 43.3), bids(44, 44.1, 44.2))).toBe(true)
  })

  test('may cross by one percent, not by more', () => {
    expect(sidesSwapped(asks(99, 99, 99), bids(100, 100, 100))).toBe(false)
    expect(sidesSwapped(asks(98.99, 98.99, 98.99), bids(100, 100, 100))).toBe(true)
  })

  test('are judged by their middle: crossed tops full of bait prove nothing', () => {
    expect(sidesSwapped(asks(40, 41, 44, 44.1, 44.2), bids(48, 47, 43.5, 43.4, 43.3))).toBe(false)
  })

  test('are not compared across payment methods that never meet', () => {
    const paidByWallet = [44, 44.1, 44.2].map((price) => ad('SELL', price, ['Payeer']))
    expect(sidesSwapped(asks(40, 40, 40), paidByWallet)).toBe(false)
    expect(sidesSwapped(asks(40, 40, 40), [...paidByWallet, ...bids(39.5, 39.4, 39.3)])).toBe(false)
  })

  test('take the mean of the two middle prices of an even number of ads', () => {
    expect(sidesSwapped(asks(90, 98, 100, 120), bids(100, 100, 100))).toBe(false)
    expect(sidesSwapped(asks(90, 97, 100, 120), bids(100, 100, 100))).toBe(true)
  })

  test('are not judged from fewer than three comparable ads', () => {
    expect(sidesSwapped(asks(40, 40), bids(44, 44, 44))).toBe(false)
    expect(sidesSwapped(asks(40, 40, 40), bids(44, 44))).toBe(false)
    expect(sidesSwapped([], [])).toBe(false)
  })

  test('leave the given lists as they were', () => {
    const given = Object.freeze(asks(44.2, 44, 44.1))
    expect(sidesSwapped(given, Object.freeze(bids(43, 43, 43)))).toBe(false)
  })
})
