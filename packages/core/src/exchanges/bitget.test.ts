import { describe, expect, test } from 'vitest'
import { fixtureAds, readBuilt, readFixture } from '../testing/fixture-ads.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { bitget } from './bitget.js'
import { noNames } from './define-exchange.js'

const uahBuy = JSON.parse(fixture('bitget/uah-buy.json')) as { data: { dataList: object[] } }
const pageOf = (...rows: object[]) => ({ code: '00000', msg: 'success', data: { dataList: rows } })
const changed = (change: object) => readBuilt(bitget, pageOf({ ...uahBuy.data.dataList[0], ...change }))

describe('asking', () => {
  test('posts the side as Bitget counts it, from the point of view of the caller', () => {
    expect(bitget.request({ fiat: 'UAH', side: 'BUY', page: 2, names: noNames })).toMatchObject({
      method: 'POST',
      path: '/v1/p2p/pub/adv/queryAdvList',
      body: { side: 1, pageNo: 2, pageSize: 20, coinCode: 'USDT', fiatCode: 'UAH' },
    })
    expect(bitget.request({ fiat: 'UAH', side: 'SELL', page: 1, names: noNames })).toMatchObject({ body: { side: 2 } })
  })

  test('sends none of the parameters that are answered with code 40002', () => {
    const body = bitget.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames })?.body
    for (const name of ['paymethodIds', 'sort', 'queryType', 'isOwner']) expect(body).not.toHaveProperty(name)
  })

  test('reaches 50 ads within the planned pages', () => {
    expect(bitget.pageSize * bitget.maxPages).toBeGreaterThanOrEqual(50)
  })
})

describe('reading', () => {
  test('makes an ad of a row', () => {
    expect(fixtureAds(bitget, 'uah-buy')[0]).toEqual({
      exchange: 'bitget',
      fiat: 'UAH',
      side: 'BUY',
      adId: '1200000000000000001',
      advertiserId: 'b0b1c2d3e4f501',
      nickname: 'Amber_Heron',
      price: 43.91,
      minFiat: 500,
      maxFiat: 728.7745 * 43.91,
      stockUsdt: 728.7745,
      paymentMethods: ['Monobank', 'PrivatBank'],
      completedOrders: 412,
      ordersBasis: 'month',
      completionPct: 97,
      positivePct: 100,
      merchant: true,
      lastSeenAtMs: null,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: null,
      payWindowMinutes: 15,
      remarks: null,
      url: 'https://www.bitget.com/p2p-trade/user/b0b1c2d3e4f501',
      observedAtMs: observedAt,
    })
  })

  test('takes the remainder from the first of lastAmount, editAmount and amount', () => {
    expect(fixtureAds(bitget, 'uah-buy').map((ad) => ad.stockUsdt)).toEqual([728.7745, 950.25, 3000, 204.5])
  })

  test('caps the listed maximum by the remainder', () => {
    const maxima = fixtureAds(bitget, 'uah-buy').map((ad) => ad.maxFiat)
    expect(maxima).toEqual([728.7745 * 43.91, 950.25 * 43.95, 40_000, 204.5 * 44.1])
  })

  test('reads the completion rate as a share of one, also where it looks like a percentage', () => {
    expect(fixtureAds(bitget, 'uah-buy').map((ad) => ad.completionPct)).toEqual([97, 100, 90, null])
    expect(fixtureAds(bitget, 'uah-sell').map((ad) => ad.completionPct)).toEqual([99, 95, 1])
  })

  test('does not accept a completion rate on another scale', () => {
    expect(changed({ thirtyCompletionRate: '97' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('leaves missing figures unknown, never 0', () => {
    expect(fixtureAds(bitget, 'uah-buy')[3]).toMatchObject({
      completedOrders: null,
      completionPct: null,
      positivePct: null,
    })
    expect(changed({ certifiedMerchant: null, encryptUserId: null })).toMatchObject({
      ads: [{ merchant: null, advertiserId: null, url: null }],
    })
  })

  test('trims nicknames and keeps their emoji', () => {
    expect(fixtureAds(bitget, 'uah-buy').map((ad) => ad.nickname)).toContain('Тихий Став')
    expect(fixtureAds(bitget, 'uah-buy').map((ad) => ad.nickname)).toContain('north🌾mill')
  })

  test('escapes the advertiser id in the link', () => {
    expect(changed({ encryptUserId: '../x?a=b' })).toMatchObject({
      ads: [{ url: 'https://www.bitget.com/p2p-trade/user/..%2Fx%3Fa%3Db' }],
    })
  })

  test('does not believe rows of another currency or coin', () => {
    expect(changed({ fiatCode: 'KZT' })).toMatchObject({ fault: { kind: 'schema_drift' } })
    expect(changed({ coinCode: 'USDC' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('loses no ad over the shape of a field that no recording shows', () => {
    expect(changed({ payDuration: { minutes: 15 } })).toMatchObject({ ads: [{ payWindowMinutes: null }] })
  })
})

describe('an empty market', () => {
  test.each(['kgs-buy-empty', 'kgs-sell-null', 'mdl-buy-null-data'])('is an ordinary empty reading of %s', (name) => {
    expect(readFixture(bitget, name)).toEqual({ state: 'read', ads: [], rejected: [], rowCount: 0, more: false })
  })

  test('is not what a renamed list looks like', () => {
    expect(readBuilt(bitget, { code: '00000', data: { list: [] } })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })
})

describe('a refusal inside an HTTP 200', () => {
  test('with code 40002 says that Bitget no longer understands the request', () => {
    expect(readFixture(bitget, 'refused-bad-parameter')).toEqual({
      state: 'failed',
      fault: { kind: 'schema_drift', message: 'Bitget refused the request (code 40002).' },
    })
  })

  test('is never taken for an empty market', () => {
    expect(readBuilt(bitget, { code: '50000', data: null })).toMatchObject({ fault: { kind: 'unavailable' } })
  })
})

test('another page follows only a full one', () => {
  const rows = Array.from({ length: 20 }, () => uahBuy.data.dataList[0] ?? {})
  expect(readBuilt(bitget, pageOf(...rows))).toMatchObject({ rowCount: 20, more: true })
  expect(readBuilt(bitget, pageOf(...rows.slice(1)))).toMatchObject({ rowCount: 19, more: false })
})
