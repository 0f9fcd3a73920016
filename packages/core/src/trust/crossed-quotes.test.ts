import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

/** Twelve people with records that would not outlive a doubt. */
const ladder = (from: number, step: number): Partial<Ad>[] =>
  Array.from({ length: 12 }, (_, index) => ({ price: from + step * index, completedOrders: 60 + index }))
const on = (exchange: string, ask: number, bid: number) => [
  aBoard(exchange, 'BUY', ladder(ask, 0.05)),
  aBoard(exchange, 'SELL', ladder(bid, -0.05)),
]
const crossers = (boards: ReturnType<typeof on>) =>
  judgeMarket('UAH', boards).boards.flatMap(({ ads }) =>
    ads.filter(({ reasons }) => reasons.some(({ code }) => code === 'crosses_market')),
  )

test('no ad loses points for crossing if all exchanges cross alike', () => {
  expect(crossers(['binance', 'bybit', 'okx'].flatMap((exchange) => on(exchange, 45.15, 47.5)))).toEqual([])
})

test('if sides do not cross, a crossing ad loses points', () => {
  const plain = ['binance', 'bybit', 'okx'].flatMap((exchange) => on(exchange, 47.5, 47))
  const [asks, ...rest] = plain
  const bait = { price: 46.9, completedOrders: 60, adId: 'bait' }
  const doubted = crossers([aBoard('binance', 'BUY', [...(asks?.ads ?? []), bait]), ...rest])
  expect(doubted.map(({ ad }) => ad.adId)).toEqual(['bait'])
})
