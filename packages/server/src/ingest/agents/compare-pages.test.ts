import type { Ad } from '@p2p-rates/core'
import { createRandom } from '@p2p-rates/core/internal'
import { anAd } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { comparePages, hasEnoughAds, type PageRead } from './compare-pages.js'

const pageOf = (count: number, change: (ad: Ad, at: number) => Ad = (ad) => ad, observedAtMs = 0): PageRead => ({
  ads: Array.from({ length: count }, (_, at) => change(anAd({ adId: `ad ${at}`, price: 41 + at / 100 }), at)),
  observedAtMs,
})
const renamed = (from: number) => (ad: Ad, at: number) => (at < from ? ad : { ...ad, adId: `other ${at}` })
const dearer =
  (many: number, times = 1.01) =>
  (ad: Ad, at: number) =>
    at < many ? { ...ad, price: ad.price * times } : ad

test('pages agree that share three of five ads at the same prices', () => {
  expect(comparePages(pageOf(20), pageOf(20))).toBe('agree')
  expect(comparePages(pageOf(20), pageOf(20, renamed(12)))).toBe('agree')
  expect(comparePages(pageOf(100), pageOf(100, dearer(2, 1.002)))).toBe('agree')
})

test('a page agrees with none that has a lure, however long both are', () => {
  for (const count of [20, 50, 100, 1_000]) {
    expect(comparePages(pageOf(count), pageOf(count, dearer(1, 0.95))), `${count} ads`).toBe('doubtful')
    for (const side of ['BUY', 'SELL'] as const) {
      const better = side === 'BUY' ? 0.95 : 2
      const sided = pageOf(count, (ad) => ({ ...ad, side }))
      const more = (price: number): PageRead => ({
        ...sided,
        ads: [...sided.ads, anAd({ adId: 'made up', side, price })],
      })
      // The extra ad may be new or made up, so a proven collector has to decide.
      expect(comparePages(sided, more(41 * better)), `${side} of ${count} ads`).toBe('unclear')
      expect(comparePages(sided, more(41)), `${side} of ${count} ads`).toBe('agree')
    }
  }
})

test('pages contradict each other whose prices or ads are others, or that hide them', () => {
  expect(comparePages(pageOf(20), pageOf(20, dearer(20)))).toBe('contradict')
  expect(comparePages(pageOf(20), pageOf(20, dearer(6)))).toBe('contradict')
  expect(comparePages(pageOf(20), pageOf(20, renamed(0)))).toBe('contradict')
  expect(comparePages(pageOf(20), pageOf(0))).toBe('contradict')
})

test('a few ads that others price otherwise make both doubtful: a lie is one among truths', () => {
  expect(comparePages(pageOf(20), pageOf(20, dearer(1)))).toBe('doubtful')
  expect(comparePages(pageOf(20), pageOf(20, dearer(5)))).toBe('doubtful')
  expect(comparePages(pageOf(20), pageOf(20, renamed(11)))).toBe('doubtful')
})

test('prices that all follow a market a little are no contradiction', () => {
  expect(comparePages(pageOf(20), pageOf(20, dearer(20, 1.002)))).toBe('unclear')
})

test('pages read at other times, or with few ads, give no result', () => {
  expect(comparePages(pageOf(20), pageOf(20, dearer(20), 10_001))).toBe('unclear')
  expect(comparePages(pageOf(3), pageOf(0))).toBe('unclear')
  expect(comparePages(pageOf(2), pageOf(2, dearer(2)))).toBe('unclear')
  expect(comparePages(pageOf(0), pageOf(0))).toBe('agree')
  expect([0, 3, 4].map((many) => hasEnoughAds(pageOf(many)))).toEqual([false, false, true])
})

test('ads without an id are known by who stands behind them', () => {
  const nameless = (ad: Ad, at: number): Ad => ({ ...ad, adId: null, advertiserId: `person ${at}` })
  expect(comparePages(pageOf(20, nameless), pageOf(20, nameless))).toBe('agree')
})

test('the order of the collectors does not matter', () => {
  const seed = Number(process.env.SEED)
  const random = createRandom(seed)
  for (let time = 0; time < 200; time += 1) {
    const one = pageOf(random.below(12), renamed(random.below(12)))
    const other = pageOf(random.below(12), dearer(random.below(12)))
    expect(comparePages(one, other)).toBe(comparePages(other, one))
  }
})
