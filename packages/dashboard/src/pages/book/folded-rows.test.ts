import { expect, test } from 'vitest'
import { type AdWithTrust, toAdWithTrust } from './ad-with-trust.js'
import { foldedRows, rowsOf } from './stable-row-order.js'

const anAd = (price: number, trusted: boolean): AdWithTrust =>
  toAdWithTrust({
    price,
    min_amount: 1,
    max_amount: 2,
    payment_methods: [],
    completed_orders: null,
    completion_rate: null,
    nickname: String(price),
    trusted,
  })

const ads = [anAd(41, false), anAd(42, true), anAd(43, false), anAd(44, true)]
const best = (price: number) => ads.find((ad) => ad.price === price) ?? null

test.each([
  ['buy', 42, ['41']],
  ['buy', 44, ['41', '43']],
  ['sell', 44, []],
  ['sell', 42, ['43']],
] as const)('to %s with the best at %i, untrusted ads that promise more are folded: %o', (side, price, names) => {
  const { folded, shown } = foldedRows(rowsOf(ads), best(price), side)
  expect(folded.map(({ ad }) => ad.nickname)).toEqual(names)
  expect(shown).toHaveLength(ads.length - names.length)
})

test('without a usable ad nothing is folded', () => {
  expect(foldedRows(rowsOf(ads), null, 'buy').shown).toHaveLength(ads.length)
})
