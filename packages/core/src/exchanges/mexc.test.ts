import { describe, expect, test } from 'vitest'
import { fixtureAds, readBuilt, readFixture } from '../testing/fixture-ads.js'
import { fixture, namesOf, observedAt } from '../testing/fixture-pages.js'
import { type Dictionary, noNames } from './define-exchange.js'
import { mexc } from './mexc.js'

const dictionary = mexc.dictionary ?? expect.fail('MEXC has a dictionary')
const uahBuy = JSON.parse(fixture('mexc/uah-buy.json')) as {
  data: { merchant: object; merchantStatistics: object }[]
}
const pageOf = (...rows: object[]) => ({ code: 0, msg: 'success', data: rows })
const changed = (change: object) => readBuilt(mexc, pageOf({ ...uahBuy.data[0], ...change }))
const changedRecord = (record: object) => changed({ merchantStatistics: { doneLastMonthCount: 5, ...record } })

describe('asking', () => {
  test('turns the side round: MEXC names what the advertiser does', () => {
    expect(mexc.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames })).toMatchObject({
      method: 'GET',
      path: '/api/platform/p2p/api/market',
      query: { coinId: '128f589271cb4951b03e71e6323eb7be', currency: 'UAH', tradeType: 'SELL', page: 1, pageSize: 20 },
    })
    expect(mexc.request({ fiat: 'UAH', side: 'SELL', page: 3, names: noNames })).toMatchObject({
      query: { tradeType: 'BUY', page: 3 },
    })
  })

  test('sorts by rising price only where the cheapest is the best', () => {
    const sort = { adOrderSortField: 'price', adOrderSort: 0 }
    expect(mexc.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames })?.query).toMatchObject(sort)
    expect(mexc.request({ fiat: 'UAH', side: 'SELL', page: 1, names: noNames })?.query).not.toHaveProperty(
      'adOrderSort',
    )
  })

  test('reaches 50 ads within the planned pages', () => {
    expect(mexc.pageSize * mexc.maxPages).toBeGreaterThanOrEqual(50)
  })
})

describe('reading', () => {
  test('makes an ad of a row of numbers', () => {
    expect(fixtureAds(mexc, 'uah-buy')[0]).toEqual({
      exchange: 'mexc',
      fiat: 'UAH',
      side: 'BUY',
      adId: 'a0000000000000000000000000000001',
      advertiserId: 'm0000000000000000000000000000001',
      nickname: 'Copper Finch 🪶',
      price: 43.88,
      minFiat: 5000,
      maxFiat: 92586.8,
      stockUsdt: 2110,
      paymentMethods: ['Monobank'],
      completedOrders: 690,
      ordersBasis: 'month',
      completionPct: 98.76,
      positivePct: null,
      merchant: true,
      lastSeenAtMs: observedAt - 5 * 60_000,
      accountAgeDays: 400,
      promoted: false,
      restricted: false,
      takerDemands: null,
      payWindowMinutes: 15,
      remarks: 'Оплата лише з власної картки\n🧾 Квитанція обовʼязкова',
      url: null,
      observedAtMs: observedAt,
    })
  })

  test('names payment ids by the dictionary and shows unknown ones as they are', () => {
    const methods = fixtureAds(mexc, 'uah-buy').map((ad) => ad.paymentMethods)
    expect(methods[1]).toEqual(['Monobank', 'PrivatBank'])
    expect(methods[2]).toEqual(['Monobank', 'method 9041', 'PrivatBank'])
  })

  test('an empty list of payment ids names no method', () => {
    expect(fixtureAds(mexc, 'uah-sell')[2]?.paymentMethods).toEqual([])
  })

  test('prefers the completion rate of the last month, lifetime comes last', () => {
    expect(
      changedRecord({ lastMonthCompleteRate: '0.9', thirtyDayCompletionRate: '0.8', completeRate: '1' }),
    ).toMatchObject({ ads: [{ completionPct: 90 }] })
    expect(changedRecord({ thirtyDayCompletionRate: '0.8', completeRate: '1' })).toMatchObject({
      ads: [{ completionPct: 80 }],
    })
    expect(changedRecord({ completeRate: '1.0000' })).toMatchObject({ ads: [{ completionPct: 100 }] })
    expect(changedRecord({})).toMatchObject({ ads: [{ completionPct: null }] })
  })

  test('reads a rate as a share of one, also where it looks like a percentage', () => {
    expect(changedRecord({ lastMonthCompleteRate: '0.01' })).toMatchObject({ ads: [{ completionPct: 1 }] })
    expect(changedRecord({ lastMonthCompleteRate: '98.76' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('leaves figures unknown where statistics are missing, never 0', () => {
    expect(fixtureAds(mexc, 'uah-buy')[4]).toMatchObject({
      completedOrders: null,
      completionPct: null,
      lastSeenAtMs: null,
      accountAgeDays: null,
    })
  })

  test('an ad without an advertiser costs that ad, not the page', () => {
    const nameless = { ...uahBuy.data[0], merchant: undefined }
    expect(readBuilt(mexc, pageOf(nameless, ...uahBuy.data))).toMatchObject({
      state: 'read',
      rejected: [{ row: 0, reason: 'nickname' }],
    })
  })

  test('knows the merchant tiers in any case; other words are ordinary users', () => {
    expect(fixtureAds(mexc, 'uah-buy').map((ad) => ad.merchant)).toEqual([true, true, false, false, false])
    expect(changed({ merchant: { nickName: 'x', merchantType: 'BIZ' } })).toMatchObject({ ads: [{ merchant: true }] })
    expect(changed({ merchant: { nickName: 'x', merchantType: 'guest' } })).toMatchObject({
      ads: [{ merchant: false }],
    })
    expect(changed({ merchant: { nickName: 'x' } })).toMatchObject({ ads: [{ merchant: null }] })
  })

  test('marks promotional prices as restricted', () => {
    expect(fixtureAds(mexc, 'uah-buy').map((ad) => ad.restricted)).toEqual([false, false, false, true, false])
  })

  test('counts whole days of account age and none for an account from the future', () => {
    const registered = (registry: number) => changed({ merchant: { nickName: 'x', registry } })
    expect(registered(observedAt - 2 * 86_400_000 + 1)).toMatchObject({ ads: [{ accountAgeDays: 1 }] })
    expect(registered(observedAt + 1)).toMatchObject({ ads: [{ accountAgeDays: null }] })
  })

  test('does not believe rows of another currency or coin', () => {
    expect(changed({ currency: 'KZT' })).toMatchObject({ fault: { kind: 'schema_drift' } })
    expect(changed({ coinName: 'USDC' })).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('keeps an ad that names no payment method at all', () => {
    expect(changed({ payMethod: null })).toMatchObject({ ads: [{ paymentMethods: [] }] })
    expect(changed({ payMethod: undefined })).toMatchObject({ ads: [{ paymentMethods: [] }] })
  })

  test('reads a page of ten, of which the first is a suspended lure', () => {
    const shown = fixtureAds(mexc, 'uah-buy-ten')
    expect(shown).toHaveLength(10)
    expect(shown.filter((ad) => ad.restricted).map((ad) => ad.price)).toEqual([41.2])
    expect(readFixture(mexc, 'uah-buy-ten')).toMatchObject({ more: true })
  })

  test('restricts the ads of a merchant whose trading is suspended', () => {
    expect(changed({ merchantTradeEnable: false })).toMatchObject({ ads: [{ restricted: true }] })
    expect(changed({ merchantTradeEnable: true })).toMatchObject({ ads: [{ restricted: false }] })
  })

  test('loses no ad over the shape of a field that no recording shows', () => {
    const merchant = { nickName: 'x', lastOnlineTime: 'today', registry: [], merchantType: 7 }
    expect(changed({ merchant, expirationTime: 'soon' })).toMatchObject({
      ads: [{ lastSeenAtMs: null, accountAgeDays: null, merchant: null, payWindowMinutes: null }],
    })
  })
})

test.each(['kgs-buy-empty', 'kgs-sell-null'])('an empty market is an ordinary empty reading of %s', (name) => {
  expect(readFixture(mexc, name)).toEqual({ state: 'read', ads: [], rejected: [], rowCount: 0, more: false })
})

test('a non-zero code inside an HTTP 200 is a refusal', () => {
  expect(readFixture(mexc, 'refused-busy')).toEqual({
    state: 'failed',
    fault: { kind: 'unavailable', message: 'MEXC refused the request (code 500).' },
  })
})

test('another page follows a full one, and one of ten: the size we ask for may be ignored', () => {
  const rows = Array.from({ length: 20 }, () => uahBuy.data[0] ?? {})
  const more = (count: number) => readBuilt(mexc, pageOf(...rows.slice(0, count)))
  for (const full of [10, 20]) expect(more(full)).toMatchObject({ more: true })
  for (const last of [1, 9, 11, 19]) expect(more(last)).toMatchObject({ more: false })
  expect(10 * mexc.maxPages).toBeGreaterThanOrEqual(50)
})

describe('the dictionary', () => {
  const read = (body: unknown): Dictionary => {
    const names = dictionary.read(body)
    return 'payments' in names ? names : expect.fail(names.message)
  }

  test('is asked for per currency', () => {
    expect(dictionary.global).toBe(false)
    expect(dictionary.request({ fiat: 'UAH' })).toMatchObject({
      path: '/api/platform/p2p/api/payment/method',
      query: { currency: 'UAH' },
    })
  })

  test('maps ids to names', () => {
    expect([...namesOf(mexc).payments]).toEqual([
      ['1', 'Bank Account'],
      ['13', 'Monobank'],
      ['23', 'PrivatBank'],
      ['578', 'Cash in Person'],
    ])
  })

  test('loses only the entries that cannot be read', () => {
    expect([...read({ code: 0, data: [null, { id: 1 }, { id: '5', name: 'Payeer' }] }).payments]).toEqual([
      ['5', 'Payeer'],
    ])
  })

  test('is a fault when refused or of another shape', () => {
    expect(dictionary.read({ code: 1, data: [] })).toMatchObject({ kind: 'unavailable' })
    expect(dictionary.read({ code: 0, data: {} })).toMatchObject({ kind: 'schema_drift' })
    expect(dictionary.read(null)).toMatchObject({ kind: 'schema_drift' })
  })
})
