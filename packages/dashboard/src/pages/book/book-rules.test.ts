import { everyExchange } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { safeAdUrl } from '../../listed/safe-ad-url.js'
import { type AdWithTrust, acceptsAmount, toAdWithTrust } from './ad-with-trust.js'
import { rowsOf, stableRowOrder } from './stable-row-order.js'

const anAd = (facts: Partial<AdWithTrust> = {}): AdWithTrust => ({
  ...toAdWithTrust({
    price: 40,
    min_amount: 1_000,
    max_amount: 30_000,
    payment_methods: ['Monobank'],
    completed_orders: 640,
    completion_rate: 99,
    nickname: 'Honest Trader',
    trusted: true,
  }),
  available_usdt: 700,
  ...facts,
})

test('an order is taken within its limits, both included', () => {
  expect([999, 1_000, 30_000, 30_001].map((amount) => acceptsAmount(anAd(), amount))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('rows stay where the reader has them, change in place, and say when they have gone', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((nickname, at) => anAd({ nickname, price: 40 + at })) as [
    AdWithTrust,
    AdWithTrust,
    AdWithTrust,
  ]
  const { rows, newAds } = stableRowOrder(rowsOf([b, a]), [c, { ...a, price: 39 }])
  expect(rows.map(({ ad, isGone }) => [ad.nickname, ad.price, isGone])).toEqual([
    ['b', 41, true],
    ['a', 39, false],
  ])
  expect(newAds).toBe(1)
})

test('ads of one advertiser that look alike are distinct', () => {
  expect(new Set(rowsOf([anAd(), anAd(), anAd({ nickname: 'x' })]).map(({ key }) => key)).size).toBe(3)
})

test.each([
  ['binance', 'https://c2c.binance.com/en/adv?code=1', true],
  ['okx', 'https://okx.com/p2p', true],
  ['binance', 'http://c2c.binance.com/en/adv?code=1', false],
  ['binance', 'https://binance.com.evil.example/', false],
  ['binance', 'https://evilbinance.com/', false],
  ['binance', 'https://www.okx.com/', false],
  ['binance', 'https://me@www.binance.com/', false],
  ['binance', 'https://www.binance.com:444/', false],
  ['binance', 'javascript:alert(1)', false],
  ['binance', 'not an address', false],
  ['constructor', 'https://constructor/', false],
  ['binance', null, false],
])('of %s, %s is linked: %s', (exchange, address, isLinked) => {
  expect(safeAdUrl(exchange, address) !== null).toBe(isLinked)
})

test.each(everyExchange)('ads of $name are linked on its own pages', ({ id, origin }) => {
  expect(safeAdUrl(id, `${origin}/ad`)).not.toBeNull()
})
