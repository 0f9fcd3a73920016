import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'
import type { ReasonCode } from './judgement.js'

const neighbours = [41.4, 41.45, 41.48, 41.5, 41.52, 41.55, 41.6, 41.62, 41.65, 41.7].map((price) => ({ price }))
const board = (facts: Partial<Ad>) => aBoard('bybit', 'BUY', [...neighbours, { ...facts, adId: 'it' }])
const reasonOf = (boards: ReturnType<typeof aBoard>[], code: ReasonCode) =>
  judgeMarket('UAH', boards)
    .boards[0]?.ads.find(({ ad }) => ad.adId === 'it')
    ?.reasons.find((reason) => reason.code === code)

test.each([
  ['price_outlier', 40],
  ['unit_error', 415],
  ['price_attractive', 41.2],
] as const)('%s compares the price with the middle of the market', (code, price) => {
  expect(reasonOf([board({ price })], code)?.against).toBeCloseTo(41.52, 1)
})

test('an ad alone at its price is compared with the next three trusted ones', () => {
  const prices = [41.15, 41.5, 41.52, 41.54, 41.56, 41.58, 41.6, 41.62, 41.64, 41.66, 41.68]
  const ads = prices.map((price, at) => ({ price, adId: at === 0 ? 'it' : String(at) }))
  expect(reasonOf([aBoard('bybit', 'BUY', ads)], 'isolated')?.against).toBeCloseTo((41.5 + 41.52 + 41.54) / 3, 3)
})

test('an ad that contradicts the other side is compared with what others pay there', () => {
  const pay = [41.38, 41.37, 41.36, 41.35, 41.34, 41.33].map((price) => ({ price }))
  const against = reasonOf([board({ price: 41.2 }), aBoard('bybit', 'SELL', pay)], 'crosses_market')?.against
  expect(against).toBeGreaterThan(41.32)
  expect(against).toBeLessThan(41.39)
})

test('a reason about the record compares no price', () => {
  expect(reasonOf([board({ price: 41.5, completedOrders: 2 })], 'new_advertiser')).not.toHaveProperty('against')
})
