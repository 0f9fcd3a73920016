import { describe, expect, test } from 'vitest'
import { fiats } from '../currencies-and-sides.js'
import { checkEach } from '../testing/check-each.js'
import { fixtureAds, readBuilt, readFixture } from '../testing/fixture-ads.js'
import { fixture, namesOf, observedAt, pagesOf } from '../testing/fixture-pages.js'
import { noNames } from './define-exchange.js'
import { htx } from './htx.js'

const dictionary = htx.dictionary ?? expect.fail('HTX has a dictionary')
const configList = namesOf(htx)
const uahBuy = JSON.parse(fixture('htx/uah-buy.json')) as { data: object[] }
const pageOf = (rows: object[], rest: object = {}) => ({ code: 200, success: true, data: rows, ...rest })
const changed = (change: object, names = noNames) => readBuilt(htx, pageOf([{ ...uahBuy.data[0], ...change }]), names)

describe('asking', () => {
  test('turns the side round and the currency into its number', () => {
    expect(htx.request({ fiat: 'UAH', side: 'BUY', page: 2, names: noNames })).toMatchObject({
      method: 'GET',
      path: '/-/x/otc/v1/data/trade-market',
      query: { coinId: 2, currency: '45', tradeType: 'sell', currPage: 2 },
    })
    expect(htx.request({ fiat: 'KZT', side: 'SELL', page: 1, names: noNames })).toMatchObject({
      query: { currency: '57', tradeType: 'buy' },
    })
  })

  test('knows nine currencies without its config list and has no market in any other', () => {
    const asked = fiats.filter((fiat) => htx.request({ fiat, side: 'BUY', page: 1, names: noNames }) !== null)
    expect(asked).toEqual(['UAH', 'EUR', 'USD', 'KZT', 'GBP', 'TRY', 'KGS', 'INR', 'VND'])
  })

  test('learns further currencies from the config list', () => {
    expect(htx.request({ fiat: 'PLN', side: 'BUY', page: 1, names: configList })).toMatchObject({
      query: { currency: '311' },
    })
    expect(htx.request({ fiat: 'UAH', side: 'BUY', page: 1, names: configList })).toMatchObject({
      query: { currency: '45' },
    })
    expect(htx.request({ fiat: 'CZK', side: 'BUY', page: 1, names: configList })).toBeNull()
  })

  test('believes the config list when a number changed', () => {
    const names = { ...noNames, currencies: new Map([['UAH', '145']]) }
    expect(htx.request({ fiat: 'UAH', side: 'BUY', page: 1, names })).toMatchObject({ query: { currency: '145' } })
  })

  test('needs five pages for 50 ads, because a page is always ten rows', () => {
    expect([htx.pageSize, htx.maxPages]).toEqual([10, 5])
    expect(htx.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames })?.query).not.toHaveProperty('pageSize')
  })
})

describe('reading', () => {
  // The tests over all exchanges do this for the listed ones.
  test('makes an ad of every row of each recording', () =>
    checkEach(pagesOf('htx'), ({ file }) => {
      const name = file.replace('.json', '')
      expect(readFixture(htx, name)).toMatchObject({ state: 'read', rowCount: fixtureAds(htx, name).length })
    }))

  test('does not believe rows of another currency, coin or side', () => {
    for (const other of [{ currency: 57 }, { coinId: 3 }, { tradeType: 1 }])
      expect(changed(other)).toMatchObject({ fault: { kind: 'schema_drift' } })
    for (const unsaid of [{ currency: null }, { coinId: undefined }, { tradeType: null }, { tradeType: 2 }])
      expect(changed(unsaid)).toMatchObject({ state: 'read', rejected: [] })
  })

  test('believes the number of the config list where its rows repeat it', () => {
    const names = { ...noNames, currencies: new Map([['UAH', '145']]) }
    expect(changed({ currency: 145 }, names)).toMatchObject({ state: 'read' })
    expect(changed({ currency: 45 }, names)).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('makes an ad of a row', () => {
    expect(fixtureAds(htx, 'uah-buy')[0]).toEqual({
      exchange: 'htx',
      fiat: 'UAH',
      side: 'BUY',
      adId: '9000001',
      advertiserId: '310000001',
      nickname: 'Marble Fox',
      price: 43.9,
      minFiat: 1000,
      maxFiat: 17_560,
      stockUsdt: 400,
      paymentMethods: ['PUMB'],
      completedOrders: 939,
      ordersBasis: 'month',
      completionPct: 99,
      positivePct: null,
      merchant: true,
      lastSeenAtMs: observedAt,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: null,
      payWindowMinutes: 15,
      remarks: null,
      url: 'https://www.htx.com/en-us/fiat-crypto/trader/310000001',
      observedAtMs: observedAt,
    })
  })

  test('keeps the maximum that HTX itself floored to whole units of the stock', () => {
    for (const ad of fixtureAds(htx, 'uah-buy')) {
      expect(Number.isInteger(ad.maxFiat)).toBe(true)
      expect(ad.maxFiat).toBeLessThanOrEqual((ad.stockUsdt ?? 0) * ad.price)
    }
  })

  test('reads numbers as it reads texts', () => {
    expect(fixtureAds(htx, 'uah-sell-numbers')[0]).toMatchObject({
      price: 43.49,
      minFiat: 5000,
      maxFiat: 65_170,
      stockUsdt: 1498.51458,
      completionPct: 100,
    })
  })

  test('reads the completion rate as a percentage, even the low ones', () => {
    expect(fixtureAds(htx, 'uah-buy')[3]?.completionPct).toBe(25)
    expect(fixtureAds(htx, 'uah-sell')[1]?.completionPct).toBe(1)
  })

  test('gives online advertisers, and no last time for offline ones', () => {
    expect(fixtureAds(htx, 'uah-buy')[0]?.lastSeenAtMs).toBe(observedAt)
    expect(fixtureAds(htx, 'uah-buy')[5]?.lastSeenAtMs).toBeNull()
  })

  test('names ids through the config list where names are missing', () => {
    expect(changed({ payMethods: undefined, payMethod: '49,33,7' }, configList)).toMatchObject({
      ads: [{ paymentMethods: ['Monobank', 'PrivatBank', 'method 7'] }],
    })
  })

  test('leaves missing figures unknown, never 0', () => {
    const missing = { tradeMonthTimes: null, orderCompleteRate: null, merchantLevel: null, uid: null }
    expect(changed(missing)).toMatchObject({
      ads: [{ completedOrders: null, completionPct: null, merchant: null, advertiserId: null, url: null }],
    })
  })
})

test('an unknown currency is answered with an empty list and read as an empty market', () => {
  expect(readFixture(htx, 'kgs-buy-empty')).toEqual({
    state: 'read',
    ads: [],
    rejected: [],
    rowCount: 0,
    more: false,
  })
})

test('a code other than 200 inside an HTTP 200 is a refusal', () => {
  expect(readFixture(htx, 'refused-busy')).toMatchObject({ fault: { kind: 'unavailable' } })
})

test('another page follows until the last of the total, ten rows or not', () => {
  expect(readFixture(htx, 'uah-buy')).toMatchObject({ rowCount: 10, more: true })
  expect(readBuilt(htx, pageOf(uahBuy.data, { totalPage: 1 }))).toMatchObject({ more: false })
  expect(readBuilt(htx, pageOf(uahBuy.data))).toMatchObject({ more: true })
  expect(readBuilt(htx, pageOf(uahBuy.data.slice(1)))).toMatchObject({ more: false })
})

describe('the config list', () => {
  test('serves all currencies at once', () => {
    expect(dictionary.global).toBe(true)
    expect(dictionary.request({ fiat: 'UAH' })).toMatchObject({ path: '/-/x/otc/v1/data/config-list' })
  })

  test('names payment ids', () => {
    expect(configList.payments.get('49')).toBe('Monobank')
  })

  test('loses only the entries that cannot be read', () => {
    const body = {
      code: 200,
      data: {
        currency: [
          { nameShort: 'CNY', currencyId: {} },
          { nameShort: 'PLN', currencyId: '311' },
        ],
        payMethod: [0],
      },
    }
    expect(dictionary.read(body)).toEqual({ payments: new Map(), currencies: new Map([['PLN', '311']]) })
  })

  test('is a fault when refused or of another shape', () => {
    expect(dictionary.read({ code: 500 })).toMatchObject({ kind: 'unavailable' })
    expect(dictionary.read({ code: 200, data: [] })).toMatchObject({ kind: 'schema_drift' })
    expect(dictionary.read('')).toMatchObject({ kind: 'schema_drift' })
  })
})
