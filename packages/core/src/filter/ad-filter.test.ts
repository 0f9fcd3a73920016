import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { type AdFilter, filterAds, noFilter } from './ad-filter.js'
import { createWantedFilter } from './wanted-methods.js'

const market = judgeMarket('UAH', [
  aBoard('okx', 'BUY', [
    { price: 41.3, merchant: true, minFiat: 500, maxFiat: 5_000, stockUsdt: 100 },
    { price: 41.31, merchant: false, completedOrders: null, completionPct: null },
    { price: 41.32, merchant: null, completedOrders: 99, completionPct: 94.996 },
    { price: 41.33, completedOrders: 100, completionPct: 95 },
    { price: 30, completedOrders: 3, completionPct: 50 },
  ]),
])
const pricesOf = (wanted: Partial<AdFilter>): readonly number[] =>
  filterAds(market, { ...noFilter, ...wanted }).boards.flatMap(({ ads }) => ads.map(({ ad }) => ad.price))

describe('wanted ads', () => {
  test('are all of them where nothing is asked for', () => {
    expect(filterAds(market, noFilter)).toEqual(market)
  })

  test('take the whole amount in one order: within limits, and within the stock', () => {
    expect(pricesOf({ amountFiat: 500 })).toEqual([41.3])
    expect(pricesOf({ amountFiat: 4_130 })).toContain(41.3)
    expect(pricesOf({ amountFiat: 4_131 })).toEqual([30, 41.31, 41.32, 41.33])
    expect(pricesOf({ amountFiat: 30_000.01 })).toEqual([])
  })

  test('are those of merchants: whom an exchange says nothing of is none', () => {
    expect(pricesOf({ onlyMerchants: true })).toEqual([41.3])
  })

  test('reach a minimum exactly, unrounded, and never with a figure that is unknown', () => {
    expect(pricesOf({ minOrders: 100 })).toEqual([41.3, 41.33])
    expect(pricesOf({ minOrders: 99 })).toEqual([41.3, 41.32, 41.33])
    expect(pricesOf({ minOrders: 1 })).not.toContain(41.31)
    expect(pricesOf({ minCompletionPct: 95 })).toEqual([41.3, 41.33])
    expect(pricesOf({ minCompletionPct: 0.01 })).not.toContain(41.31)
  })

  test('keep the verdicts of the market: filters on advertisers do not change trust', () => {
    const verdicts = new Map(market.boards.flatMap(({ ads }) => ads.map((judged) => [judged.ad.price, judged])))
    expect(verdicts.get(30)?.trusted).toBe(false)
    for (const { ad, ...verdict } of filterAds(market, { ...noFilter, minOrders: 3 }).boards[0]?.ads ?? [])
      expect(verdicts.get(ad.price)).toEqual({ ad, ...verdict })
    expect(pricesOf({ onlyTrusted: true })).not.toContain(30)
    expect(pricesOf({ onlyTrusted: true })).toContain(41.33)
  })
})

describe('wanted ways to pay', () => {
  const accepts = (oneOf: readonly string[], noneOf: readonly string[], ...names: string[]) =>
    createWantedFilter({ oneOf, noneOf })(names, { fiat: 'UAH' } satisfies Partial<Ad>)

  test('are met by any one of them', () => {
    expect(accepts(['mono', 'privat'], [], 'PrivatBank', 'Wise')).toBe(true)
    expect(accepts(['mono', 'privat'], [], 'Wise')).toBe(false)
  })

  test('that are excluded leave an ad that can be paid in another way', () => {
    expect(accepts([], ['wise'], 'Wise')).toBe(false)
    expect(accepts([], ['wise'], 'Wise', 'Monobank')).toBe(true)
    expect(accepts([], ['wise', 'mono'], 'Wise', 'Monobank')).toBe(false)
  })

  test('and excluded ones apply to the same name: an ad with both is left out', () => {
    expect(accepts(['bank'], ['monobank'], 'Monobank')).toBe(false)
    expect(accepts(['bank'], ['monobank'], 'Monobank', 'Wise')).toBe(false)
    expect(accepts(['bank'], ['monobank'], 'Monobank', 'A-Bank')).toBe(true)
  })

  test('are found by an id or an alias, as with one alone', () => {
    expect(accepts(['приватбанк', 'sepa'], [], 'PrivatBank (CARD)')).toBe(true)
    expect(accepts([], ['приватбанк'], 'PrivatBank (CARD)')).toBe(false)
  })

  test('are met by whatever an ad takes where none is named, and by nothing where it takes none', () => {
    expect(accepts([], [], 'Wise')).toBe(true)
    expect(accepts([], ['wise'])).toBe(false)
  })
})
