import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { rates } from '../rates/rates.js'
import { aBoard, minutesAgo, unchangedMinutesOf } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']

const people = (centre: number): Partial<Ad>[] =>
  Array.from({ length: 24 }, (_, index) => ({
    adId: `p${index}`,
    price: centre * (1 + 0.0005 * ((index % 12) - 6)),
    paymentMethods: [index % 4 === 0 ? 'Izibank' : 'Monobank'],
  }))
const isIzibank = ({ paymentMethods }: Pick<Ad, 'paymentMethods'>) => paymentMethods[0] === 'Izibank'
const bestBuy = (boards: ReturnType<typeof aBoard>[], minutesOf: (ad: Ad) => number) =>
  rates(judgeMarket('UAH', boards, { unchangedMinutes: unchangedMinutesOf(boards, minutesOf) })).bestBuy?.price ?? 0

describe('a bank with inactive advertisers', () => {
  const moved = (by: number) =>
    exchanges.map((exchange) =>
      aBoard(
        exchange,
        'BUY',
        people(41.5).map((ad) => ({ ...ad, price: (ad.price ?? 0) * (isIzibank(ad as Ad) ? 1 : 1 + by) })),
      ),
    )
  const honest = (by: number) =>
    Math.min(...moved(by).flatMap(({ ads }) => ads.flatMap((ad) => (isIzibank(ad) ? [] : [ad.price]))))

  test.each([0.01, 0.02, 0.04])('is not the best price after all others moved by %d', (by) => {
    expect(bestBuy(moved(by), (ad) => (isIzibank(ad) ? 120 : 5))).toBeCloseTo(honest(by), 9)
  })

  test('is one where its people reprice, too', () => {
    const isStill = (ad: Ad) => isIzibank(ad) && ad.adId !== 'p8'
    expect(bestBuy(moved(0.003), (ad) => (isStill(ad) ? 120 : 5))).toBeLessThan(honest(0.003))
  })
})

test('an hour without any change leaves the price available', () => {
  const bold = { price: 41.2, completedOrders: 3_000, merchant: true, paymentMethods: ['PUMB'] }
  const boards = exchanges.map((exchange) => aBoard(exchange, 'BUY', [...people(41.5), bold]))
  expect(bestBuy(boards, () => 90)).toBeCloseTo(
    bestBuy(boards, () => 5),
    9,
  )
  expect(bestBuy(boards, () => 90)).toBe(41.2)
})

test('a list read ten minutes before the rest is not the best price after these moved', () => {
  const others = exchanges.slice(1).map((exchange) => aBoard(exchange, 'BUY', people(41.5 * 1.015)))
  const at = (observedAtMs: number) => {
    const own = aBoard('binance', 'BUY', people(41.5))
    const read = own.ads.map((ad) => ({ ...ad, observedAtMs }))
    return [{ ...own, observedAtMs, ads: read }, ...others]
  }
  expect(bestBuy(at(minutesAgo(10)), () => 5)).toBeGreaterThan(41.5 * 1.01)
  expect(bestBuy(at(minutesAgo(1)), () => 5)).toBeLessThan(41.5)
})
