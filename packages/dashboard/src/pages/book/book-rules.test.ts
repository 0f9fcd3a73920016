import { everyExchange } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { safeAdUrl } from '../../listed/safe-ad-url.js'
import { type AdWithTrust, joinedAds, toAdWithTrust } from './ad-with-trust.js'
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

test('trusted ads beyond the end of the list join it, each ad once, the best price first', () => {
  const bait = [38, 39, 40.5].map((price) => anAd({ price, trusted: false }))
  const trusted = [40, 41, 42].map((price) => anAd({ price }))
  const listed = [...bait, ...trusted.slice(0, 1)]
  const prices = (side: 'buy' | 'sell') => joinedAds(listed, trusted, side).map(({ price }) => price)
  expect(prices('buy')).toEqual([38, 39, 40, 40.5, 41, 42])
  expect(prices('sell')).toEqual([42, 41, 40.5, 40, 39, 38])
  expect(joinedAds(listed, null, 'buy')).toHaveLength(4)
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
