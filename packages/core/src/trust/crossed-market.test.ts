import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { rates } from '../rates/rates.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

/**
 * Hryvnia in the autumn of 2026: three exchanges with buy prices below sell prices for the same banks.
 */
const banks = [['Monobank'], ['PrivatBank', 'PUMB'], ['PUMB', 'Monobank'], ['PrivatBank']]
const ladder = (from: number, step: number, count = 12): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({
    price: Math.round(100 * (from + step * index)) / 100,
    paymentMethods: banks[index % banks.length] ?? [],
    completedOrders: 150 + 40 * index,
  }))
const crossed = (exchange: string, ask: number, bid: number, bait: readonly Partial<Ad>[] = []) => [
  aBoard(exchange, 'BUY', [...ladder(ask, 0.05), ...bait]),
  aBoard(exchange, 'SELL', ladder(bid, -0.05)),
]
const hryvnia = (bait: readonly Partial<Ad>[] = []) => [
  ...crossed('binance', 45.15, 47.5, bait),
  ...crossed('bybit', 45.1, 47.77),
  ...crossed('okx', 45.4, 47.01),
]

describe('a market in which buying is cheaper than selling', () => {
  test('is shown as it is when all exchanges are crossed alike', () => {
    const shown = rates(judgeMarket('UAH', hryvnia()))
    expect(shown.exchanges.map(({ exchange, buy, sell }) => [exchange, buy, sell])).toEqual([
      ['binance', 45.15, 47.5],
      ['bybit', 45.1, 47.77],
      ['okx', 45.4, 47.01],
    ])
  })

  test('is shown on the only available exchange, as long as its own rails cross', () => {
    const shown = rates(judgeMarket('UAH', crossed('binance', 45.15, 47.5)))
    expect(shown).toMatchObject({ bestBuy: { price: 45.15 }, bestSell: { price: 47.5 } })
  })

  test('says so, and is never beyond doubt', () => {
    for (const { level, reasons } of Object.values(judgeMarket('UAH', hryvnia()).confidence)) {
      expect(level).not.toBe('high')
      expect(reasons).toContain('crossed_market')
    }
  })

  test('is no excuse for bait beyond its own prices', () => {
    const bait = { adId: 'bait', price: 43.2, completedOrders: 2_000, completionPct: 99, merchant: true }
    expect(rates(judgeMarket('UAH', hryvnia([bait]))).bestBuy?.price).toBe(45.1)
  })

  test('is not accepted from one exchange when no other is crossed', () => {
    const plain = (exchange: string) => crossed(exchange, 47.3, 46.9)
    const market = judgeMarket('UAH', [
      ...crossed('binance', 46.95, 47.25),
      ...['bybit', 'okx', 'mexc'].flatMap((exchange) => plain(exchange)),
    ])
    expect(market.confidence.BUY.reasons).not.toContain('crossed_market')
    const [asks] = market.boards
    expect(asks?.ads[0]?.reasons.map(({ code }) => code)).toContain('crosses_market')
  })
})

describe('on the only exchange that is in', () => {
  const doubtedBuys = (boards: ReturnType<typeof crossed>) =>
    judgeMarket('UAH', boards).boards[0]?.ads.filter(({ reasons }) =>
      reasons.some(({ code }) => code === 'crosses_market'),
    )

  test('sides that cross by less than 2 % are slow to reprice, and doubted', () => {
    expect(doubtedBuys(crossed('binance', 46, 46.9))).not.toEqual([])
    expect(doubtedBuys(crossed('binance', 45.15, 47.5))).toEqual([])
  })

  test('a rail of few people is not believed because others cross', () => {
    const rare = (price: number, completedOrders: number) => ({ price, completedOrders, paymentMethods: ['Wise'] })
    const [asks, bids] = crossed('binance', 45.15, 47.5)
    const doubted = doubtedBuys([
      aBoard('binance', 'BUY', [...(asks?.ads ?? []), { ...rare(45.2, 50), adId: 'rare' }]),
      aBoard('binance', 'SELL', [...(bids?.ads ?? []), rare(47.4, 900), rare(47.3, 900)]),
    ])
    expect(doubted?.map(({ ad }) => ad.adId)).toEqual(['rare'])
  })
})

test('one ordinary rail of a crossed exchange still has its bait doubted', () => {
  const rail = ['Wise']
  const ordinary = (price: number, index: number) => ({ price, paymentMethods: rail, completedOrders: 200 + index })
  const market = judgeMarket('UAH', [
    aBoard('binance', 'BUY', [
      ...ladder(45.15, 0.05),
      { adId: 'bait', price: 45.1, paymentMethods: rail, completedOrders: 30 },
      ...[46, 46.05, 46.1].map(ordinary),
    ]),
    aBoard('binance', 'SELL', [...ladder(47.5, -0.05), ...[45.8, 45.75, 45.7].map(ordinary)]),
  ])
  const bait = market.boards[0]?.ads.find(({ ad }) => ad.adId === 'bait')
  const codes = bait?.reasons.map(({ code }) => code)
  expect(codes).toContain('crosses_market')
  expect(market.boards[0]?.ads.find(({ ad }) => ad.price === 45.15)?.trusted).toBe(true)
})

test('judging a board on which every ad crosses is no more work than sorting it', () => {
  const comparisons = (count: number) => {
    let looked = 0
    const seen = (ad: Partial<Ad>): Partial<Ad> => ({
      ...ad,
      get paymentMethods() {
        looked += 1
        return ['Monobank']
      },
    })
    judgeMarket('UAH', [
      aBoard('binance', 'BUY', ladder(45, 0.001, count).map(seen)),
      aBoard('binance', 'SELL', ladder(47, -0.001, count).map(seen)),
    ])
    return looked
  }
  expect(comparisons(800) / comparisons(100)).toBeLessThan(9)
})
