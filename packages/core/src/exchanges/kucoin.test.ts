import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { fixtureAds, readBuilt, readFixture } from '../testing/fixture-ads.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { noNames } from './define-exchange.js'
import { kucoin } from './kucoin.js'

const uahBuy = JSON.parse(fixture('kucoin/uah-buy.json')) as { items: object[] }
const pageOf = (rows: object[], rest: object = {}) => ({ success: true, code: '200', items: rows, ...rest })
const changed = (change: object) => readBuilt(kucoin, pageOf([{ ...uahBuy.items[0], ...change }]))
const paidBy = (reservedFields: unknown) =>
  changed({ adPayTypes: [{ payTypeCode: 'OTHER', payTypeNameEn: 'Other', reservedFields }] })

describe('asking', () => {
  test('turns the side round: KuCoin names what the advertiser does', () => {
    expect(kucoin.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames })).toMatchObject({
      method: 'GET',
      path: '/_api/otc/ad/list',
      query: { status: 'PUTUP', currency: 'USDT', legal: 'UAH', side: 'SELL', page: 1, pageSize: 50 },
    })
    expect(kucoin.request({ fiat: 'UAH', side: 'SELL', page: 1, names: noNames })).toMatchObject({
      query: { side: 'BUY' },
    })
  })

  test('comes from the page that shows such a board, on the global site', () => {
    expect(kucoin.request({ fiat: 'UAH', side: 'SELL', page: 1, names: noNames })?.headers).toEqual({
      'x-site': 'global',
      referer: 'https://www.kucoin.com/otc/sell/USDT-UAH',
    })
  })

  test('reaches 50 ads within the planned pages', () => {
    expect(kucoin.pageSize * kucoin.maxPages).toBeGreaterThanOrEqual(50)
  })
})

describe('reading', () => {
  test('leaves a payment method without code and name out, not the ad', () => {
    const named = { payTypeCode: null, payTypeNameEn: 'Monobank' }
    expect(changed({ adPayTypes: [{}, named] })).toMatchObject({ ads: [{ paymentMethods: ['Monobank'] }] })
  })

  test('does not believe rows of another coin', () => {
    expect(changed({ currency: 'USDC' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('makes an ad of a row', () => {
    expect(fixtureAds(kucoin, 'uah-buy')[0]).toEqual({
      exchange: 'kucoin',
      fiat: 'UAH',
      side: 'BUY',
      adId: '69c1e9e84c84a60001600001',
      advertiserId: '5f01e9e84c84a60001700001',
      nickname: 'Harvest.Moon',
      price: 44,
      minFiat: 2000,
      maxFiat: 352_000,
      stockUsdt: 8000,
      paymentMethods: ['Bank Transfer', 'Будь-який банк'],
      completedOrders: 6646,
      ordersBasis: 'lifetime',
      completionPct: 99.31,
      positivePct: null,
      merchant: true,
      lastSeenAtMs: observedAt - 3 * 60_000,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: null,
      payWindowMinutes: 15,
      remarks: 'Пишіть перед оплатою',
      url: 'https://www.kucoin.com/otc/buy/USDT-UAH',
      observedAtMs: observedAt,
    })
  })

  test('caps the listed maximum, which KuCoin does not, by the stock', () => {
    const ads = fixtureAds(kucoin, 'uah-buy')
    expect(ads.map((ad) => ad.maxFiat)).toEqual([352_000, 65_000, 874.259359 * 44.06, 77.5 * 44.2])
  })

  test('keeps an ad whose stock no longer covers its own minimum, for trust to judge', () => {
    expect(fixtureAds(kucoin, 'uah-sell')[2]).toMatchObject({ minFiat: 20_000, maxFiat: 20_000, stockUsdt: 300 })
  })

  test('finds the true name of a method coded OTHER in the JSON inside a text', () => {
    expect(paidBy('{"payTypeName":" Sense Bank "}')).toMatchObject({ ads: [{ paymentMethods: ['Sense Bank'] }] })
  })

  test('calls it Other when its text cannot be used', () =>
    checkEach(
      [
        ['broken JSON', '{"payTypeName":'],
        ['no text', null],
        ['another type', '{"payTypeName":42}'],
        ['a blank name', '{"payTypeName":"  "}'],
        ['a list', '["a"]'],
        ['nothing but a null', 'null'],
        ['a poisoned prototype', '{"__proto__":{"payTypeName":"x"}}'],
        ['depth beyond reason', '['.repeat(100_000)],
      ] as const,
      ([_, reservedFields]) => {
        expect(paidBy(reservedFields)).toMatchObject({ ads: [{ paymentMethods: ['Other'] }] })
      },
    ))

  test('shows the code of a method that has no name', () => {
    expect(fixtureAds(kucoin, 'uah-buy')[2]?.paymentMethods).toEqual(['BANK', 'Other'])
  })

  test('trims the nickname that ends in a blank', () => {
    expect(fixtureAds(kucoin, 'uah-buy')[1]?.nickname).toBe('Willow_usdt')
  })

  test('reads the completion rate as the percentage it is written as', () => {
    expect(fixtureAds(kucoin, 'uah-sell').map((ad) => ad.completionPct)).toEqual([98.02, 1, 95])
    expect(changed({ dealOrderRate: '0.99' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('leaves a rate unknown that is null or absent, never 0', () => {
    expect(fixtureAds(kucoin, 'uah-buy').map((ad) => ad.completionPct)).toEqual([99.31, 99.3, null, null])
  })

  test('counts either of its two merchant badges', () => {
    expect(fixtureAds(kucoin, 'uah-buy').map((ad) => ad.merchant)).toEqual([true, true, false, false])
    expect(changed({ goldMerchants: undefined, foxKingMerchants: undefined })).toMatchObject({
      ads: [{ merchant: null }],
    })
  })

  test('links to the market page of the side asked for', () => {
    expect(fixtureAds(kucoin, 'uah-sell')[0]?.url).toBe('https://www.kucoin.com/otc/sell/USDT-UAH')
  })

  test('does not believe rows of another currency', () => {
    expect(changed({ legal: 'KZT' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('loses no ad over the shape of a field that no recording shows', () => {
    const odd = { lastActiveTime: 'now', tradeTimeLimit: {}, goldMerchants: 'yes', remarks: 3 }
    expect(changed(odd)).toMatchObject({
      ads: [{ lastSeenAtMs: null, payWindowMinutes: null, merchant: false, remarks: null }],
    })
  })
})

test.each(['kgs-buy-empty', 'kgs-sell-null'])('an empty market is an ordinary empty reading of %s', (name) => {
  expect(readFixture(kucoin, name)).toEqual({ state: 'read', ads: [], rejected: [], rowCount: 0, more: false })
})

describe('a refusal inside an HTTP 200', () => {
  test('is recognised by success: false, whatever else is missing', () => {
    expect(readFixture(kucoin, 'refused-busy')).toMatchObject({ fault: { kind: 'unavailable' } })
    expect(readBuilt(kucoin, { success: false, items: [] })).toMatchObject({ fault: { kind: 'unavailable' } })
  })

  test('too many requests are a fault of their own', () => {
    expect(readFixture(kucoin, 'refused-rate')).toMatchObject({ fault: { kind: 'rate_limited' } })
  })
})

describe('another page follows', () => {
  const rows = (count: number) => Array.from({ length: count }, () => uahBuy.items[0] ?? {})

  test('when the total says so, even after a page that KuCoin cut short', () => {
    expect(readBuilt(kucoin, pageOf(rows(20), { totalPage: 3 }))).toMatchObject({ more: true })
    expect(readBuilt(kucoin, pageOf(rows(50), { totalPage: 1 }))).toMatchObject({ more: false })
  })

  test('after a full page, where no total is given', () => {
    expect(readBuilt(kucoin, pageOf(rows(50)))).toMatchObject({ more: true })
    expect(readBuilt(kucoin, pageOf(rows(49)))).toMatchObject({ more: false })
  })
})
