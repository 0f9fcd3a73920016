import { expect, test } from 'vitest'
import { quote } from '../book/quote.js'
import { onlyMethod } from '../filter/wanted-methods.js'
import { railPrices } from '../rates/rail-prices.js'
import { rates } from '../rates/rates.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeFiltered, judgeForMethods } from './judge-filtered.js'
import { judgeMarket } from './judge-market.js'

const bank = [0.74, 0.741, 0.742, 0.743, 0.744, 0.745, 0.746].map((price) => ({ price, paymentMethods: ['Bank'] }))
const wallet = (count: number) =>
  [0.83, 0.829, 0.828, 0.827, 0.826].slice(0, count).map((price) => ({ price, paymentMethods: ['Wallet'] }))
const limits = { minFiat: 20, maxFiat: 500 }
const market = (wallets: number) =>
  judgeMarket('GBP', [
    aBoard(
      'binance',
      'SELL',
      [...bank, ...wallet(wallets)].map((ad) => ({ ...ad, ...limits })),
      'GBP',
    ),
  ])

const onlyWallets = (wallets: number) =>
  judgeFiltered(market(wallets), (ad) => ad.paymentMethods.includes('Wallet')).boards[0]

test('judges a rail by itself once five advertisers use it', () => {
  expect(
    market(5)
      .boards[0]?.ads.filter(({ ad }) => ad.price > 0.8)
      .every((ad) => !ad.trusted),
  ).toBe(true)
  expect(onlyWallets(5)?.consensus?.price).toBeCloseTo(0.828, 6)
  expect(onlyWallets(5)?.ads.map(({ trusted }) => trusted)).toEqual([true, true, true, true, true])
})

test('keeps the verdicts of the whole board for a smaller rail', () => {
  expect(onlyWallets(4)?.ads).toHaveLength(4)
  expect(onlyWallets(4)?.consensus).toEqual(market(4).boards[0]?.consensus)
  expect(onlyWallets(4)?.ads.every((ad) => !ad.trusted)).toBe(true)
})

/** Two wallets on each of three exchanges: too few on any of them, enough together. */
const scattered = judgeMarket(
  'GBP',
  ['binance', 'bybit', 'okx'].map((exchange, index) =>
    aBoard(
      exchange,
      'SELL',
      [...bank, ...wallet(2)].map((ad, place) => ({
        ...ad,
        ...limits,
        nickname: `p ${place}`,
        price: Math.round(1e4 * ad.price + index) / 1e4,
      })),
      'GBP',
    ),
  ),
)

test('counts the advertisers of a rail over all exchanges', () => {
  expect(rates(scattered).bestSell?.price).toBeCloseTo(0.7462, 6)
  expect(rates(judgeForMethods(scattered, onlyMethod('wallet'))).bestSell?.price).toBeCloseTo(0.8302, 6)
})

test('says what each rail pays where rails lie farther apart than the gate, and nothing elsewhere', () => {
  expect(railPrices(scattered)).toMatchObject({
    BUY: [],
    SELL: [
      { methods: ['Wallet'], price: 0.8302, exchange: 'okx', ads: 6 },
      { methods: ['Bank'], price: 0.7462, exchange: 'okx', ads: 21 },
    ],
  })
  expect(railPrices(judgeForMethods(scattered, onlyMethod('bank')))).toEqual({ BUY: [], SELL: [] })
})

test('a quote and an order book for one method believe the same ads', () => {
  const view = judgeForMethods(scattered, onlyMethod('wallet'))
  const believed = view.boards.flatMap(({ ads }) => ads.filter(({ trusted }) => trusted).map(({ ad }) => ad))
  const { fills } = quote(view, { side: 'SELL', amount: { unit: 'usdt', value: 500 } })
  expect(fills.length).toBeGreaterThan(0)
  for (const { ad } of fills) expect(believed).toContain(ad)
  expect(judgeForMethods(scattered, onlyMethod(null))).toBe(scattered)
})
