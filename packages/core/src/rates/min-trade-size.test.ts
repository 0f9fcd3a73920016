import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { minTradeSize } from './min-trade-size.js'
import { rates } from './rates.js'

const blockDeal = (price: number, fromUsdt: number): Partial<Ad> => ({
  price,
  minFiat: price * fromUsdt,
  maxFiat: price * fromUsdt * 40,
})
const blocks = [blockDeal(7.02, 4_000), blockDeal(7.03, 1_300), blockDeal(7.04, 2_500), blockDeal(7.05, 1_300)]
const cny = (asks: readonly Partial<Ad>[], bids: readonly Partial<Ad>[] = []) =>
  judgeMarket('CNY', [aBoard('okx', 'BUY', asks, 'CNY'), aBoard('okx', 'SELL', bids, 'CNY')])

test('if every ad wants large amounts, the smallest of them is returned with its best price', () => {
  const market = cny(blocks)
  expect(rates(market).bestBuy).toBeNull()
  expect(market.boards[0]?.ads.every(({ trusted }) => trusted)).toBe(true)
  expect(minTradeSize(market, 'BUY')).toEqual({ fromUsdt: 1_300, fromFiat: 9_139, price: 7.03, exchange: 'okx' })
})

test('is null if a normal amount finds a price, without ads, and without trusted ads', () => {
  const everyday = { price: 7.04, minFiat: 100, maxFiat: 9_000 }
  expect(minTradeSize(cny([...blocks, everyday]), 'BUY')).toBeNull()
  expect(minTradeSize(cny(blocks), 'SELL')).toBeNull()
  expect(
    minTradeSize(
      cny(
        blocks.map((ad) => ({ ...ad, completedOrders: 3 })),
        blocks,
      ),
      'BUY',
    ),
  ).toBeNull()
})

test('an ad that demands more than the caller has is no offer', () => {
  const demands = { minOrders: 500, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false }
  const market = cny([blockDeal(7.02, 4_000), { ...blockDeal(7.03, 1_300), takerDemands: demands }])
  expect(minTradeSize(market, 'BUY')).toMatchObject({ price: 7.02 })
})
