import { expect, test } from 'vitest'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'
import { boardKey } from './judgement.js'

const cluster = (low: number, step = 0.002) =>
  Array.from({ length: 20 }, (_, index) => ({ price: low * (1 + step * index), advertiserId: `of ${low} ${index}` }))

const consensusOf = (...boards: readonly ReturnType<typeof aBoard>[]) =>
  judgeMarket('UAH', boards).boards.map(({ consensus }) => consensus ?? expect.fail('no consensus'))

test('next to the opposite side a board has five times its measured width, alone three times', () => {
  const reach = (...boards: readonly ReturnType<typeof aBoard>[]) => {
    const [board] = consensusOf(aBoard('binance', 'BUY', cluster(40, 0.001)), ...boards)
    expect(board?.weight).toBeGreaterThan(8)
    return (board?.gate ?? 0) / (board?.spread ?? 1)
  }
  expect(reach()).toBeCloseTo(3, 6)
  expect(reach(aBoard('binance', 'SELL', cluster(38.4, 0.001)))).toBeCloseTo(5, 6)
  expect(reach(aBoard('binance', 'SELL', cluster(34, 0.001)))).toBeCloseTo(3, 6)
  expect(reach(aBoard('binance', 'SELL', cluster(42, 0.001)))).toBeCloseTo(3, 6)
})

test('a board that moves away from all other boards is held back, however narrow it is', () => {
  const others = ['bybit', 'okx', 'mexc'].map((exchange) => aBoard(exchange, 'BUY', cluster(40)))
  const [lost, ...rest] = consensusOf(aBoard('binance', 'BUY', cluster(46)), ...others)
  const away = Math.log((lost?.price ?? 0) / (rest[0]?.price ?? 1))
  // Two of the widest spreads at most, where its own votes lie 14 % away.
  expect(away).toBeGreaterThan(0)
  expect(away).toBeLessThanOrEqual(0.051)
})

test('a board with half of the evidence it needs is not overruled by its own past', () => {
  const now = aBoard(
    'bybit',
    'BUY',
    [41.4, 41.5, 41.6, 41.65].map((price) => ({ price })),
  )
  const previous = new Map([[boardKey('bybit', 'BUY'), 43]])
  const [board] = judgeMarket('UAH', [now], { previous }).boards
  expect(board?.consensus?.weight).toBeGreaterThan(3)
  expect(board?.consensus?.weight).toBeLessThan(5)
  expect(board?.consensus?.price).toBeLessThan(41.7)
})
