import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

const people = (count = 12): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({ price: 41.5 * (1 + 0.001 * (index - 4)), completedOrders: 300 }))
/** Four good accounts side by side, so that none of them stands alone on their own board. */
const ahead = (by: number, count = 4): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({
    adId: `ahead ${index}`,
    price: 41.334 * (1 - by) + 0.001 * index,
    completedOrders: 3_000,
    completionPct: 99.5,
  }))
const aheadOfOthers = (by: number, others: readonly string[]) =>
  judgeMarket('UAH', [
    aBoard('binance', 'BUY', [...people(), ...ahead(by)]),
    ...others.map((exchange) => aBoard(exchange, 'BUY', people())),
  ]).boards[0]?.ads.filter(
    ({ ad, reasons }) => ad.adId?.startsWith('ahead') && reasons.some(({ code }) => code === 'ahead_of_exchanges'),
  )

test('three other exchanges make a price doubtful that none of them comes near', () => {
  expect(aheadOfOthers(0.012, ['bybit', 'okx', 'bitget'])).toHaveLength(4)
  expect(aheadOfOthers(0.004, ['bybit', 'okx', 'bitget'])).toEqual([])
})

const doubtedOf = (count: number, sidesApart: number) => {
  const bids = people().map((ad) => ({ ...ad, price: (ad.price ?? 0) * (1 - sidesApart) }))
  const market = judgeMarket('UAH', [
    aBoard('binance', 'BUY', [...people(), ...ahead(0.01, count)]),
    ...['bybit', 'okx', 'bitget'].map((exchange) => aBoard(exchange, 'BUY', people())),
    ...['binance', 'bybit', 'okx', 'bitget'].map((exchange) => aBoard(exchange, 'SELL', bids)),
  ])
  const doubted = market.boards[0]?.ads.filter(({ reasons }) =>
    reasons.some(({ code }) => code === 'ahead_of_exchanges'),
  )
  return doubted?.length
}

test('two bargains stand where both sides are near, three are a crowd', () => {
  expect(doubtedOf(2, 0.02)).toBe(0)
  expect(doubtedOf(3, 0.02)).toBe(3)
})

test('two bargains are doubted where the other side is too far to protect', () => {
  expect(doubtedOf(2, 0.12)).toBe(2)
})

test('two other exchanges are too few for that', () => {
  expect(aheadOfOthers(0.012, ['bybit', 'okx'])).toEqual([])
})

test('five people at one identical price are one leader, who may stand alone; at prices of their own they do not', () => {
  const five = (step: number) =>
    Array.from({ length: 5 }, (_, index) => ({
      adId: `five ${index}`,
      price: 40.95 + step * index,
      completedOrders: 300,
    }))
  const alone = (step: number) =>
    judgeMarket('UAH', [aBoard('binance', 'BUY', [...people(24), ...five(step)])]).boards[0]?.ads.filter(
      ({ ad, reasons }) => ad.adId?.startsWith('five') && reasons.some(({ code }) => code === 'isolated'),
    ).length
  expect([alone(0), alone(0.001)]).toEqual([5, 0])
})
