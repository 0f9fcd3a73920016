import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { rates } from '../rates/rates.js'
import { aBoard, unchangedMinutesOf } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

const people = (centre: number, count = 24): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({
    adId: `p${index}`,
    price: centre * Math.exp(0.003 * (-2 + (4 * index) / (count - 1)) ** 3 * 0.3),
    completedOrders: 60 + 35 * index,
  }))
const others = ['bybit', 'okx', 'bitget', 'mexc', 'kucoin'].map((exchange) => aBoard(exchange, 'BUY', people(41.5)))
const cluster = (count: number, price: (index: number) => number, orders: number): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({
    adId: `crowd ${index}`,
    price: price(index),
    completedOrders: orders,
    completionPct: 99,
  }))
const first = (ads: readonly Partial<Ad>[], rest = others, still = 0) => {
  const boards = [aBoard('binance', 'BUY', ads), ...rest]
  const market = judgeMarket('UAH', boards, { unchangedMinutes: unchangedMinutesOf(boards, () => still) })
  return { price: rates(market).exchanges.find(({ exchange }) => exchange === 'binance')?.buy ?? null, market }
}
const honest = first(people(41.5)).price ?? 0

describe('five other exchanges overrule', () => {
  test.each([0.015, 0.03])('twenty accounts with records that stand %d better on one', (better) => {
    const sybils = cluster(20, (index) => 41.5 * (1 - better) * (1 + 0.00005 * index), 2_000)
    expect(first([...people(41.5), ...sybils]).price).toBeCloseTo(honest, 9)
  })

  test('a board that claims to be much wider than all others', () => {
    const wide = people(41.5).map((ad, index) => ({ ...ad, price: 41.5 * Math.exp(0.004 * (index - 12)) }))
    const { market } = first(wide)
    const [own, other] = market.boards
    expect(own?.consensus?.spread).toBeLessThan(2.7 * (other?.consensus?.spread ?? 0))
  })
})

describe('a wall of identical prices', () => {
  test.each([10, 40])('of %d ordinary people 2 %% better is a cap, not the market', (count) => {
    const rest = others.map((board) =>
      aBoard(
        board.exchange,
        'BUY',
        people(41.5).map((ad) => ({ ...ad, price: 41.5 * Math.exp(2 * Math.log((ad.price ?? 0) / 41.5)) })),
      ),
    )
    const own = rest[0]?.ads.map(({ adId, price, completedOrders }) => ({ adId, price, completedOrders })) ?? []
    const { price } = first([...own, ...cluster(count, () => 40.67, 200)], rest)
    expect(price).not.toBe(40.67)
  })

  test('weighs as the square root of its people, so that it does not outvote a board', () => {
    const wall = cluster(30, () => 41.1, 300)
    const scattered = cluster(30, (index) => 41.1 + 0.0001 * (index - 15), 300)
    const centre = (ads: readonly Partial<Ad>[]) =>
      judgeMarket('UAH', [aBoard('binance', 'BUY', [...people(41.5, 20), ...ads])]).boards[0]?.ownCentre ?? 0
    expect(centre(scattered)).toBeLessThan(41.2)
    expect(centre(wall)).toBeGreaterThan(41.3)
  })

  test('where the market itself stands is the price', () => {
    const wall = cluster(30, () => 41.5, 300)
    expect(
      first(
        wall,
        others.map((board) => aBoard(board.exchange, 'BUY', wall)),
      ).price,
    ).toBe(41.5)
  })

  test('on every exchange hides no bait: an ad far ahead of it is not trusted', () => {
    const wall = cluster(30, () => 41.5, 300)
    const rest = others.map((board) => aBoard(board.exchange, 'BUY', wall))
    const [own] = first([...wall, { adId: 'bait', price: 37, completedOrders: 300, completionPct: 99 }], rest).market
      .boards
    expect(own?.consensus?.gate).toBeGreaterThan(0)
    expect(own?.ads.find(({ ad }) => ad.adId === 'bait')?.trusted).toBe(false)
  })
})

describe('bait does not widen the gate that it wants to pass', () => {
  test('where a fifth of all ads are good accounts far ahead, and no other side protects', () => {
    const baits = (count: number) => cluster(count, (index) => 41.5 * Math.exp(-0.02 - 0.025 * index), 1_500)
    const boards = (count: number) =>
      ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'].map((exchange) =>
        aBoard(exchange, 'BUY', [...people(41.5), ...baits(count)]),
      )
    const spread = (count: number) => judgeMarket('UAH', boards(count)).boards[0]?.consensus?.spread ?? 0
    expect(spread(6) / spread(0)).toBeLessThan(1.35)
    expect(rates(judgeMarket('UAH', boards(6))).bestBuy?.price).toBeCloseTo(honest, 9)
  })
})

describe('a board that stands still', () => {
  const behind = (move: number) => others.map((board) => aBoard(board.exchange, 'BUY', people(41.5 * (1 + move))))
  const frozen = (move: number, isStill: (ad: Ad) => boolean) => {
    const boards = [aBoard('binance', 'BUY', people(41.5)), ...behind(move)]
    const minutesOf = (ad: Ad) => (ad.exchange === 'binance' && isStill(ad) ? 120 : 5)
    return judgeMarket('UAH', boards, { unchangedMinutes: unchangedMinutesOf(boards, minutesOf) })
  }

  test.each([0.02, 0.03])('is not the best price after all others moved by %d', (move) => {
    expect(rates(frozen(move, () => true)).bestBuy?.exchange).not.toBe('binance')
  })

  test('keeps a price, if not its boldest, while no other exchange moves either', () => {
    const market = frozen(0, () => true)
    const { buy = null } = rates(market).exchanges.find(({ exchange }) => exchange === 'binance') ?? {}
    expect(Math.log((buy ?? 0) / honest)).toBeGreaterThanOrEqual(0)
    expect(Math.log((buy ?? 0) / honest)).toBeLessThan(0.005)
  })

  test('is measured by those of its people who moved, where they suffice', () => {
    const half = frozen(0.008, ({ adId }) => Number(adId?.slice(1)) % 2 === 0)
    const still = half.boards[0]?.ads.filter(({ ad }) => Number(ad.adId?.slice(1)) % 2 === 0) ?? []
    expect(still.filter(({ trusted }) => trusted).length).toBeGreaterThan(9)
  })
})
