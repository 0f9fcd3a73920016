import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { rates } from '../rates/rates.js'
import { anAd } from '../testing/an-ad.js'
import type { Confidence, TrustedMarket } from '../trust/judgement.js'
import { bestSeries, type FollowedPrice, followPrices, type TrackOutcome } from './follow-prices.js'

const start = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
const seller = (adId: string, facts: Partial<Ad> = {}): Ad => anAd({ adId, stockUsdt: 500, ...facts })

/** A published market of one board. Each ad is eligible. */
function marketAt(
  minutes: number,
  ads: readonly Ad[],
  level: Confidence = 'high',
  readMinutes = minutes,
  centre: number | null = null,
) {
  const [first = seller('none')] = ads
  const confidence = { level, reasons: [] }
  const market: TrustedMarket = {
    fiat: 'UAH',
    confidence: { BUY: confidence, SELL: confidence },
    boards: [
      {
        ...{ exchange: first.exchange, side: first.side, fiat: 'UAH', ownCentre: null, confidence },
        consensus: centre === null ? null : { price: centre, spread: 0.01, gate: 0.02, weight: 1 },
        observedAtMs: start + readMinutes * minute,
        ads: ads.map((ad) => ({ ad, score: 0.9, trusted: true, eligible: true, reasons: [] })),
      },
    ],
  }
  return { market, rates: rates(market), judgedAtMs: start + minutes * minute }
}

/** Outcomes of the series of all exchanges together, as `measure: holds`. */
function follow(markets: readonly ReturnType<typeof marketAt>[]) {
  let prices: readonly FollowedPrice[] = []
  const outcomes: TrackOutcome[] = []
  for (const market of markets) {
    const step = followPrices(prices, market)
    prices = step.prices
    outcomes.push(...step.outcomes)
  }
  const ofFirst = outcomes.filter(({ series, publishedAtMs }) => series === bestSeries && publishedAtMs === start)
  return {
    prices: prices.filter(({ isBest }) => isBest),
    outcomes,
    first: Object.fromEntries(ofFirst.map(({ measure, holds }) => [measure, holds])),
  }
}

const stays = seller('a', { price: 41 })
const beside = seller('b', { price: 41.2 })

test('a price is looked for at the next look and after 15 and 60 minutes', () => {
  const markets = [0, 5, 15, 60].map((at) => marketAt(at, at < 60 ? [stays] : [beside]))
  expect(follow(markets).first).toEqual({ published: true, next: true, after_15: true, after_60: false })
})

test.each([
  ['the best price stands', [41, 41.1, 41.3], true],
  ['a new ad is at the best price', [41.05, 41.3], true],
  ['only ads behind the centre are left', [41.3, 41.4], false],
  ['nothing is left', [], false],
])('the front of a market holds at the next look: %s', (_, prices, holds) => {
  const ads = (list: readonly number[]) => list.map((price, at) => seller(`ad ${at} at ${price}`, { price }))
  const markets = [marketAt(0, ads([41, 41.1, 41.3]), 'high', 0, 41.2), marketAt(5, ads(prices), 'high', 5, 41.2)]
  expect(follow(markets).first.front).toBe(holds)
})

test('a front of 1 ad is no case, and neither is a market without ads behind it', () => {
  for (const prices of [
    [41, 41.3],
    [41, 41.1],
  ]) {
    const ads = prices.map((price) => seller(`${price}`, { price }))
    const { first } = follow([marketAt(0, ads, 'high', 0, 41.2), marketAt(5, ads, 'high', 5, 41.2)])
    expect(first).toMatchObject({ next: true })
    expect(first.front).toBeUndefined()
  }
})

test.each([
  ['a better price', { price: 40.9 }, true],
  ['a worse price', { price: 41.01 }, false],
  ['other limits', { minFiat: 10 }, true],
])('the ad still stands at %s: %#', (_, change, holds) => {
  expect(follow([marketAt(0, [stays]), marketAt(5, [{ ...stays, ...change }])]).first).toMatchObject({ next: holds })
})

test('a seller of the caller must not pay less', () => {
  const bid = seller('a', { side: 'SELL', price: 41 })
  const next = (price: number) => follow([marketAt(0, [bid]), marketAt(5, [{ ...bid, price }])]).first.next
  expect([40.9, 41, 41.1].map(next)).toEqual([false, true, true])
})

test('a board that was not read again answers nothing', () => {
  const { first, prices } = follow([marketAt(0, [stays]), marketAt(6, [beside], 'high', 0)])
  expect(first).toEqual({ published: true })
  expect(prices).toHaveLength(4)
})

test('a look may come half a minute early, and no more', () => {
  const seen = (at: number) => follow([marketAt(0, [stays]), marketAt(at, [stays])]).first
  expect([14.4, 14.6].map((at) => seen(at).after_15)).toEqual([undefined, true])
})

test('a look that comes too late answers nothing, and the price is forgotten', () => {
  const { first, prices } = follow([marketAt(0, [stays]), marketAt(26, [stays])])
  expect(first).toEqual({ published: true })
  expect(prices.filter(({ publishedAtMs }) => publishedAtMs === start).map(({ open }) => open)).toEqual(
    Array(2).fill(['after_60']),
  )
  expect(follow([marketAt(0, [stays]), marketAt(81, [stays])]).prices).toHaveLength(2)
})

test('each series has one price of a 5-minute slot, under its own confidence', () => {
  const { outcomes } = follow([marketAt(0, [stays], 'low'), marketAt(1, [beside]), marketAt(5, [beside])])
  const published = outcomes.filter(({ measure }) => measure === 'published')
  expect(published.map(({ series, confidence, publishedAtMs }) => [series, confidence, publishedAtMs - start])).toEqual(
    [
      ['binance', 'low', 0],
      ['best', 'low', 0],
      ['binance', 'high', 5 * minute],
      ['best', 'high', 5 * minute],
    ],
  )
})

test('after the clock was set back, nothing of the future is looked for', () => {
  expect(follow([marketAt(0, [stays]), marketAt(-60, [stays])]).first).toEqual({ published: true })
})

test('a market without a usable ad has no price', () => {
  expect(follow([marketAt(0, [])])).toMatchObject({ prices: [], outcomes: [] })
})

const taken = { ...beside, stockUsdt: 300 }

test.each([
  ['takers left it and took the next ad', [stays, beside], [stays, taken], true],
  ['the next ad was taken by its orders alone', [stays, beside], [stays, { ...beside, completedOrders: 301 }], true],
  ['the next ad was taken by what was executed', [stays, beside], [stays, { ...beside, executedUsdt: 1 }], false],
  ['nobody took anything', [stays, beside], [stays, beside], false],
  ['the next ad was filled up', [stays, beside], [stays, { ...beside, stockUsdt: 900 }], false],
  ['it sold itself', [stays, beside], [{ ...stays, stockUsdt: 499 }, taken], false],
  ['it was repriced for the better', [stays, beside], [{ ...stays, price: 40 }, taken], true],
  ['it had left', [stays, beside], [taken], false],
  ['it was alone', [stays], [stays], undefined],
])('with hindsight: %s', (_, before, after, isBait) => {
  expect(follow([marketAt(0, before), marketAt(30, before), marketAt(60, after)]).first.bait).toBe(isBait)
})

test('the first 10 trusted ads of each hour are looked at again, each compared with those behind it', () => {
  const many = Array.from({ length: 12 }, (_, at) => seller(`s${at}`, { price: 41 + at / 100 }))
  const after = many.map((ad, at) => (at === 3 || at === 11 ? { ...ad, stockUsdt: 300 } : ad))
  const { outcomes } = follow([marketAt(0, many), marketAt(5, many), marketAt(60, after)])
  const of = (wanted: string) =>
    outcomes.flatMap(({ measure, series, holds }) =>
      measure === 'trusted_bait' && series === wanted ? [holds ? 'bait' : 'honest'] : [],
    )
  const [bait, honest] = ['bait', 'honest']
  // The fourth ad got an order, and so did the last, which is next to the ninth and the tenth.
  expect(of('binance')).toEqual([bait, bait, bait, honest, honest, honest, honest, honest, bait, bait])
  expect(of(bestSeries)).toEqual(of('binance'))
})

test('an ad that left for one look is no bait', () => {
  expect(follow([marketAt(0, [stays, beside]), marketAt(30, [beside]), marketAt(60, [stays, taken])]).first).toEqual(
    expect.objectContaining({ after_60: true, bait: false }),
  )
})

test('bounds hold if the best price at the next look is within them', () => {
  const many = Array.from({ length: 12 }, (_, at) => seller(`s${at}`, { price: 41 + at / 100, completedOrders: 900 }))
  const next = (price: number) =>
    follow([marketAt(0, many), marketAt(5, [seller('z', { price })])]).outcomes.flatMap(({ measure, series, holds }) =>
      measure === 'interval' ? [[series, holds]] : [],
    )
  for (const [price, holds] of [
    [40, true],
    [41, true],
    [42, false],
  ] as const)
    expect(next(price)).toEqual([
      [bestSeries, holds],
      ['binance', holds],
    ])
})

test('without stock and executed amount there is no hindsight', () => {
  const unknown = { ...stays, stockUsdt: null }
  expect(follow([marketAt(0, [unknown, beside]), marketAt(60, [unknown, taken])]).first).toEqual({
    ...{ published: true, after_60: true },
  })
})

test('an executed amount is enough for hindsight, and it rises with an order', () => {
  const executed = (executedUsdt: number) => ({ ...stays, stockUsdt: null, executedUsdt })
  const bait = (now: number) =>
    follow([marketAt(0, [executed(7), beside]), marketAt(60, [executed(now), taken])]).first.bait
  expect([7, 8].map(bait)).toEqual([true, false])
})
