import { expect, test } from 'vitest'
import { judgeFiltered } from './judge-filtered.js'
import { judgeMarket } from './judge-market.js'
import { aBoard } from './testing.js'

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
