import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Board } from '../ad.js'
import { type Side, sides } from '../currencies-and-sides.js'
import { onlyMethod } from '../filter/wanted-methods.js'
import { paymentMethods } from '../payments/payment-method-dictionary.js'
import { aBoard } from '../testing/an-ad.js'
import { anyMarket } from '../testing/any-market.js'
import { judgeForMethods } from '../trust/judge-filtered.js'
import { judgeMarket } from '../trust/judge-market.js'
import { methodPrices } from './method-prices.js'

const seed = Number(process.env.SEED)

const pricesOf = (boards: readonly Board[], side: Side) => {
  const market = judgeMarket('UAH', boards)
  return methodPrices(market, side, (id) => judgeForMethods(market, onlyMethod(id)))
}

describe('the price by payment method', () => {
  const boards = [
    aBoard('okx', 'BUY', [
      { price: 41.3, paymentMethods: ['Monobank', 'Mystery Wallet'], stockUsdt: 500 },
      { price: 41.32, paymentMethods: ['Privat Bank (Universal Card)'], maxFiat: 41_320 },
      { price: 41.33, paymentMethods: ['Mystery Wallet'] },
      { price: 41.34, paymentMethods: ['A-Bank'], minFiat: 80_000, maxFiat: 900_000 },
    ]),
    aBoard('bybit', 'BUY', [
      { price: 41.31, paymentMethods: ['60', 'Alpha-Bank'] },
      { price: 41.35, paymentMethods: ['monobank', 'Monobank UA'], stockUsdt: 100 },
    ]),
  ]
  const { prices, unnamed } = pricesOf(boards, 'BUY')
  const of = (id: string) => prices.find(({ method }) => method.id === id)

  test('knows one method by all its names and codes, and takes the best ad of all exchanges', () => {
    expect(of('privatbank')).toMatchObject({ price: 41.31, exchange: 'bybit', availableSupply: { ads: 2 } })
    expect(of('monobank')).toMatchObject({ price: 41.3, exchange: 'okx', availableSupply: { ads: 2, usdt: 600 } })
  })

  test('counts an ad under each of its methods, and never under one whose name merely contains it', () => {
    expect(prices.map(({ method }) => method.id)).toContain('privatbank')
    // "Alpha-Bank" has "a-bank" in it.
    expect(of('a-bank')).toBeUndefined()
  })

  test('leaves out what no normal caller can take, and counts what the dictionary does not know', () => {
    expect(unnamed.ads).toBe(1)
    expect(of('a-bank')).toBeUndefined()
  })

  test('is sorted with the best price first, whichever side it is', () => {
    for (const side of sides) {
      const flipped = boards.map((board) =>
        aBoard(
          board.exchange,
          side,
          board.ads.map((ad) => ({ ...ad, side })),
        ),
      )
      const sorted = pricesOf(flipped, side).prices.map(({ price }) => price)
      expect(sorted).toEqual(sorted.toSorted((a, b) => (side === 'BUY' ? a - b : b - a)))
    }
  })
})

function slowly(boards: readonly Board[], side: Side) {
  const market = judgeMarket('UAH', boards)
  const found = []
  for (const method of paymentMethods.filter(({ id }) => rails.has(id))) {
    const name = rails.get(method.id) ?? ''
    let advertisers = 0
    for (const board of boards)
      for (const ad of board.ads) if (board.side === side && ad.paymentMethods.includes(name)) advertisers += 1
    const alone = judgeMarket(
      'UAH',
      boards.map((board) => ({ ...board, ads: board.ads.filter((ad) => ad.paymentMethods.includes(name)) })),
    )
    const isWhole = boards.every(({ ads }) => ads.every((ad) => ad.paymentMethods.includes(name)))
    const judges = advertisers >= 5 && !isWhole ? alone : market
    let price: number | null = null
    let ads = 0
    let usdt = 0
    for (const board of judges.boards)
      for (const { ad, eligible } of board.ads) {
        if (board.side !== side || !eligible || !ad.paymentMethods.includes(name)) continue
        ads += 1
        usdt += ad.stockUsdt ?? ad.maxFiat / ad.price
        if (price === null || (side === 'BUY' ? ad.price < price : ad.price > price)) price = ad.price
      }
    if (price !== null) found.push({ id: method.id, price, ads, usdt: Math.round(usdt * 1e4) / 1e4 })
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}
const rails = new Map([
  ['monobank', 'Monobank'],
  ['privatbank', 'PrivatBank'],
  ['pumb', 'PUMB'],
  ['a-bank', 'A-Bank'],
  ['wise', 'Wise'],
])

test('whatever stands on the boards, a slow reader finds the same prices, ads and amounts', () => {
  fc.assert(
    fc.property(anyMarket, fc.constantFrom(...sides), (boards, side) => {
      const found = pricesOf(boards, side).prices.map(({ method, price, availableSupply }) => ({
        id: method.id,
        price,
        ads: availableSupply.ads,
        usdt: Math.round(availableSupply.usdt * 1e4) / 1e4,
      }))
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(slowly(boards, side))
    }),
    { seed, numRuns: 60 },
  )
})
