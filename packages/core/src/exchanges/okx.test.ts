import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.js'
import { checkEach } from '../testing/check-each.js'
import { fixture, namesOf, observedAt } from '../testing/fixture-pages.js'
import { noNames } from './define-exchange.js'
import { okx } from './okx.js'
import { readPage } from './read-page.js'

const names = namesOf(okx)
const buying = { fiat: 'UAH', side: 'BUY', names, observedAtMs: observedAt } as const
const selling = { ...buying, side: 'SELL' } as const
const board = fixture('okx/uah-buy.json')
const ads = (text: string, context: typeof buying | typeof selling = buying) => {
  const reading = readPage(okx, text, context)
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  return reading.ads
}
type Wire = { data: { buy: Record<string, unknown>[]; sell: Record<string, unknown>[] } }
const changed = (change: (data: Wire['data']) => void): string => {
  const wire = JSON.parse(board) as Wire
  change(wire.data)
  return JSON.stringify(wire)
}
const withFirst = (change: object) => changed(({ sell }) => Object.assign(sell[0] ?? {}, change))

describe('the request', () => {
  const query = (side: 'BUY' | 'SELL') => okx.request({ fiat: 'UAH', side, page: 1, names })?.query

  test("names the advertiser's side", () => {
    expect(query('BUY')).toMatchObject({ side: 'sell', baseCurrency: 'usdt', quoteCurrency: 'uah' })
    expect(query('SELL')).toMatchObject({ side: 'buy' })
  })

  test('sorts bids downwards, or the worst would come first', () => {
    expect(query('BUY')).toMatchObject({ sortType: 'price_asc' })
    expect(query('SELL')).toMatchObject({ sortType: 'price_desc' })
  })

  test('is one wide page: a second one can be empty although there is more', () => {
    expect(query('BUY')).toMatchObject({ currentPage: 1, numberPerPage: 100 })
    expect([okx.pageSize, okx.maxPages]).toEqual([100, 1])
    expect(readPage(okx, board, buying)).toMatchObject({ more: false })
  })
})

describe('of the two lists', () => {
  test('the one of the asked side is read', () => {
    expect(ads(board)).toHaveLength(4)
    expect(readPage(okx, board, selling)).toMatchObject({ state: 'read', ads: [] })
  })

  test('ads that stand in the wrong one are not believed', () => {
    const swapped = changed((data) => Object.assign(data, { buy: data.sell, sell: [] }))
    expect(readPage(okx, swapped, selling)).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('both must be there', () => {
    const page = changed((data) => Reflect.deleteProperty(data, 'buy'))
    expect(readPage(okx, page, buying)).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test('ads that do not name their side are believed', () => {
    const unsaid = changed((data) => Object.assign(data, { sell: data.sell.map((ad) => ({ ...ad, side: undefined })) }))
    expect(ads(unsaid)).toHaveLength(4)
  })

  test('either may be null', () => {
    expect(ads(changed((data) => Object.assign(data, { sell: null })))).toEqual([])
  })
})

describe('an ad', () => {
  const [paid, lake, masked, fresh] = ads(board)

  test('reads in full', () => {
    expect(lake).toEqual({
      exchange: 'okx',
      fiat: 'UAH',
      side: 'BUY',
      adId: expect.stringMatching(/^\d{15}$/),
      advertiserId: expect.stringMatching(/^[0-9a-f]{10}$/),
      nickname: 'Lake District',
      price: 45.6,
      minFiat: 3999,
      maxFiat: 246_207.16,
      stockUsdt: 5399.28,
      paymentMethods: ['Bank transfer', 'PUMB (CARD)', 'Monobank (Card)'],
      completedOrders: 680,
      ordersBasis: 'lifetime',
      completionPct: 94.83,
      positivePct: null,
      merchant: true,
      lastSeenAtMs: null,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: { minOrders: null, minCompletionPct: 85, minAccountAgeDays: null, extraVerification: false },
      payWindowMinutes: 30,
      remarks: null,
      url: expect.stringMatching(/^https:\/\/www\.okx\.com\/p2p\/ads-merchant\?publicUserId=[0-9a-f]{10}$/),
      observedAtMs: observedAt,
    })
  })

  test('that is paid for stays on the board, marked', () => {
    expect(paid).toMatchObject({ nickname: 'PaidPlacement', promoted: true })
    expect(ads(board).filter((ad) => ad.promoted)).toHaveLength(1)
  })

  test('counts the orders of a lifetime', () => {
    for (const ad of ads(board)) expect(ad.ordersBasis).toBe('lifetime')
  })

  test('of an advertiser without a nickname shows the masked address', () => {
    expect(masked).toMatchObject({ nickname: 'lil***@example.org', merchant: false })
  })

  test('has unknown feedback for "-1" and percent for "99.10%"', () => {
    expect([lake?.positivePct, masked?.positivePct]).toEqual([null, 99.1])
  })

  test('may leave figures unknown as -1', () =>
    checkEach(['completedRate', 'minCompletionRate', 'posReviewPercentage', 'maxCompletedOrderQuantity'], (field) => {
      for (const unknown of ['-1', -1]) {
        const ad = ads(withFirst({ [field]: unknown, minCompletedOrderQuantity: unknown }))[0]
        expect(ad).toMatchObject({ restricted: false })
        expect([ad?.completionPct, ad?.positivePct, ad?.takerDemands?.minCompletionPct]).not.toContain(-1)
      }
    }))

  test('demands exactly its listed terms', () => {
    expect(fresh?.takerDemands).toMatchObject({ minOrders: 10, minCompletionPct: 85 })
    expect(masked?.takerDemands?.extraVerification).toBe(true)
    const chosen = withFirst({ whitelistedCountries: ['PL', 'UA'] })
    expect(ads(chosen)[0]?.takerDemands?.extraVerification).toBe(true)
  })

  test('for newcomers only is restricted', () => {
    expect(ads(withFirst({ maxCompletedOrderQuantity: 3 }))[0]?.restricted).toBe(true)
    expect(fresh?.restricted).toBe(false)
  })

  test('of a newcomer has no completion rate', () => {
    expect(fresh).toMatchObject({ completedOrders: 0, completionPct: null })
  })

  test('keeps the code of a method where no dictionary names it', () => {
    expect(ads(board, { ...buying, names: noNames } as never)[0]?.paymentMethods).toEqual(['bank'])
  })
})

test('an unsupported currency is no market, not a fault of the exchange', () => {
  const text = fixture('okx/refused-unsupported-currency.json')
  expect(readPage(okx, text, buying)).toMatchObject({ state: 'failed', fault: { kind: 'no_market' } })
})

test('an empty board is an empty board', () => {
  expect(readPage(okx, fixture('okx/gel-buy-empty.json'), { ...buying, fiat: 'GEL' })).toMatchObject({ ads: [] })
})

test('another code is a refusal', () => {
  expect(readPage(okx, '{"code":50001,"data":{"buy":[],"sell":[]}}', buying)).toMatchObject({
    fault: { kind: 'unavailable' },
  })
})

describe('the templates', () => {
  test('are asked for per currency and name the codes', () => {
    expect(okx.dictionary?.global).toBe(false)
    expect(okx.dictionary?.request({ fiat: 'UAH' }).query).toEqual({ quoteCurrency: 'UAH', needField: false })
    expect(names.payments.get('bank')).toBe('Bank transfer')
  })

  test('without a name are skipped', () => {
    expect([...names.payments.keys()]).toEqual(['bank', 'Wise'])
  })

  test('in another shape are a fault', () => {
    for (const body of [null, {}, { code: 0, data: {} }, { code: 50001, data: [] }]) {
      expect(isFault(okx.dictionary?.read(body) ?? noNames)).toBe(true)
    }
  })
})
