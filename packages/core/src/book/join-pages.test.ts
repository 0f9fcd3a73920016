import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { anAd } from '../testing/an-ad.js'
import { joinPages, maxAdsPerBoard } from './join-pages.js'

const ad = (facts: Partial<Ad>) => anAd({ nickname: 'n', minFiat: 1, maxFiat: 2, ...facts })

test('an ad that moved to the next page while paging counts once, as it was seen last', () => {
  const moved = { adId: '2', price: 42.5 }
  const joined = joinPages(
    [
      [ad({ adId: '1', price: 41 }), ad({ adId: '2', price: 42 })],
      [ad(moved), ad({ adId: '3', price: 43 })],
    ],
    'BUY',
  )
  expect(joined.map(({ adId, price }) => [adId, price])).toEqual([
    ['1', 41],
    ['2', 42.5],
    ['3', 43],
  ])
})

test('ads without an id are one only when person, price and limits agree', () => {
  const base = { price: 41 }
  const different = [{ price: 42 }, { nickname: 'm' }, { minFiat: 1.5 }, { maxFiat: 3 }, { advertiserId: 'n' }]
  expect(joinPages([[ad(base)], [ad(base)]], 'BUY')).toHaveLength(1)
  expect(joinPages([[ad(base)], different.map((facts) => ad({ ...base, ...facts }))], 'BUY')).toHaveLength(
    1 + different.length,
  )
})

test('an id never passes for a person without one', () => {
  const nameless = ad({ price: 41 })
  const impostor = ad({ price: 41, adId: JSON.stringify(['name:n', 41, 1, 2]) })
  expect(joinPages([[nameless, impostor]], 'BUY')).toHaveLength(2)
})

test('a board holds the fifty best ads for the caller, whatever order the exchange keeps', () => {
  const rising = Array.from({ length: 60 }, (_, n) => ad({ adId: String(n), price: n }))
  const falling = rising.toReversed()
  const shuffled = [...rising.slice(30), ...rising.slice(0, 30)]
  for (const page of [rising, falling, shuffled]) {
    expect(joinPages([page], 'BUY')).toEqual(rising.slice(0, maxAdsPerBoard))
    expect(joinPages([page], 'SELL')).toEqual(falling.slice(0, maxAdsPerBoard))
  }
})
