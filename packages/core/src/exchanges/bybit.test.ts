import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.js'
import { fixture, namesOf, observedAt } from '../testing/fixture-pages.js'
import { bybit } from './bybit.js'
import { type Dictionary, noNames } from './define-exchange.js'
import { readAnswer } from './read-answer.js'
import { readPage } from './read-page.js'

const names = namesOf(bybit)
const buying = { fiat: 'UAH', side: 'BUY', names, observedAtMs: observedAt } as const
const selling = { ...buying, side: 'SELL' } as const
const board = fixture('bybit/uah-buy.json')
const ads = (text: string, context: typeof buying | typeof selling = buying) => {
  const reading = readPage(bybit, text, context)
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  return reading.ads
}
type Wire = { result: { items: Record<string, unknown>[] } }
const changed = (change: (item: Record<string, unknown>) => void): string => {
  const wire = JSON.parse(board) as Wire
  wire.result.items.forEach(change)
  return JSON.stringify(wire)
}

describe('the request', () => {
  test('is made of strings, or Bybit refuses the request', () => {
    const body = bybit.request({ fiat: 'UAH', side: 'BUY', page: 1, names })?.body as Record<string, unknown>
    expect(body).toMatchObject({ tokenId: 'USDT', currencyId: 'UAH', side: '1', size: '50', page: '1', payment: [] })
    expect(Object.values(body).filter((value) => typeof value === 'number')).toEqual([])
  })

  test("names the advertiser's side and asks for price order", () => {
    expect(bybit.request({ fiat: 'UAH', side: 'SELL', page: 1, names })).toMatchObject({
      method: 'POST',
      path: '/fiat/otc/item/online',
      body: { side: '0', sortType: 'TRADE_PRICE' },
    })
  })

  test('makes fifty ads a side', () => expect(bybit.pageSize * bybit.maxPages).toBe(50))
})

describe('an ad', () => {
  const [river, nobody, pine] = ads(board)

  test('reads in full', () => {
    expect(river).toEqual({
      exchange: 'bybit',
      fiat: 'UAH',
      side: 'BUY',
      adId: expect.stringMatching(/^\d{19}$/),
      advertiserId: expect.stringMatching(/^s1[0-9a-f]{16}$/),
      nickname: 'RiverStone',
      price: 45.2,
      minFiat: 1000,
      maxFiat: expect.closeTo(90_129.6, 1),
      stockUsdt: 1994.0179,
      executedUsdt: 48_005.9821,
      paymentMethods: ['Monobank', 'Privat Bank'],
      completedOrders: 141,
      ordersBasis: 'month',
      completionPct: 100,
      positivePct: null,
      merchant: true,
      lastSeenAtMs: observedAt,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: { minOrders: 60, minCompletionPct: 95, minAccountAgeDays: null, extraVerification: false },
      payWindowMinutes: 15,
      remarks: 'Без третіх осіб.\nЧек обовʼязково ⚡️',
      url: expect.stringMatching(/^https:\/\/www\.bybit\.com\/en\/p2p\/profile\/s1[0-9a-f]{16}\/USDT\/UAH\/item$/),
      observedAtMs: observedAt,
    })
  })

  test('has the stock that is left, not the one it was opened with', () => {
    expect(JSON.parse(board).result.items[0].quantity).toBe('50000')
    expect(river?.stockUsdt).toBe(1994.0179)
  })

  test("counts the advertiser's orders of 30 days, not those of this ad", () => {
    expect(JSON.parse(board).result.items[0].orderNum).toBe(40)
    expect(river?.completedOrders).toBe(141)
  })

  test('shows the id of a method the dictionary does not know', () => {
    expect(nobody?.paymentMethods).toEqual(['method 9999'])
    expect(ads(board, { ...buying, names: noNames } as never)[0]?.paymentMethods).toEqual(['method 43', 'method 60'])
  })

  test('knows its advertiser by the mask only: the user id is "0" for all advertisers', () => {
    expect(nobody).toMatchObject({ advertiserId: null, url: null, nickname: 'Nobody Knows' })
  })

  test('takes thresholds only where their flag is up', () => {
    expect(nobody?.takerDemands).toEqual({
      minOrders: null,
      minCompletionPct: null,
      minAccountAgeDays: 30,
      extraVerification: true,
    })
    expect(pine?.takerDemands?.extraVerification).toBe(false)
  })

  test('keeps rates on the 0 to 100 scale', () => {
    expect(nobody?.completionPct).toBe(96.5)
    const one = changed((item) => Object.assign(item, { recentExecuteRate: 1 }))
    expect(ads(one)[0]?.completionPct).toBe(1)
  })

  test('says when its advertiser was last there, where Bybit knows', () => {
    expect([river, nobody, pine].map((ad) => ad?.lastSeenAtMs)).toEqual([observedAt, null, 1_789_990_000_000])
  })

  test('is of a merchant if Bybit has verified them; the tag that every advertiser needs is ignored', () => {
    expect(ads(board).map((ad) => ad.merchant)).toEqual([true, false, true])
    expect(ads(fixture('bybit/uah-sell.json'), selling)[0]?.merchant).toBe(true)
    const entry = ads(changed((item) => Object.assign(item, { authTag: ['GA'], authStatus: 2 })))
    expect(entry.map((ad) => ad.merchant)).toEqual([false, false, false])
    expect(ads(changed((item) => Reflect.deleteProperty(item, 'authStatus')))[0]?.merchant).toBeNull()
  })

  test.each([
    ['ads of his own', { tradingPreferenceSet: { hasUnPostAd: 1 } }],
    ['papers before the order', { verificationOrderSwitch: true }],
    ['papers, and nothing else', { verificationOrderSwitch: true, tradingPreferenceSet: null }],
  ])('that asks its taker for %s is not for everyone', (_, demand) => {
    const asking = ads(changed((item) => Object.assign(item, { tradingPreferenceSet: {} }, demand)))[0]
    expect(asking?.takerDemands?.extraVerification).toBe(true)
    const [open] = ads(
      changed((item) => Object.assign(item, { tradingPreferenceSet: {}, verificationOrderSwitch: false })),
    )
    expect(open?.takerDemands?.extraVerification).toBe(false)
  })

  test('of a page of 2026 gives verification and the demands on takers', () => {
    const shown = ads(fixture('bybit/uah-buy-demands.json'))
    expect(shown.map((ad) => ad.merchant)).toEqual([true, false, false, true, null])
    expect(shown.map((ad) => ad.takerDemands?.extraVerification)).toEqual([false, true, true, true, false])
  })

  test('reads counts and rates given as text', () => {
    const texts = changed((item) => Object.assign(item, { recentOrderNum: '141', recentExecuteRate: '99' }))
    expect(ads(texts)[0]).toMatchObject({ completedOrders: 141, completionPct: 99 })
  })
})

test('a page of the other side or currency is not believed', () => {
  expect(readPage(bybit, board, selling)).toMatchObject({ fault: { kind: 'schema_drift' } })
  expect(readPage(bybit, board, { ...buying, fiat: 'PLN' })).toMatchObject({ fault: { kind: 'schema_drift' } })
})

test('raw control characters in a remark do not cost the page', () => {
  const text = fixture('bybit/uah-buy-control-characters.json')
  expect(() => JSON.parse(text)).toThrow()
  expect(ads(text)[0]?.remarks).toMatch(/^first line\s+second line$/)
})

test('an empty board comes as an empty list or as null', () => {
  expect(ads(fixture('bybit/kgs-buy-empty.json'))).toEqual([])
  expect(ads(fixture('bybit/mdl-buy-null.json'))).toEqual([])
})

describe('no key of the list is named', () => {
  test.each([
    ['bybit/refused-parameter.json', 'schema_drift'],
    ['bybit/refused-login.json', 'blocked'],
  ])('inside a 200 by %s: %s', (file, kind) => {
    expect(readPage(bybit, fixture(file), buying)).toMatchObject({ state: 'failed', fault: { kind } })
  })

  test('by a web page under 403, which is blocked and never an empty board', () => {
    const text = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>'
    const answer = { status: 403, contentType: 'text/html', retryAfter: null, text }
    expect(readAnswer(bybit, answer, buying)).toMatchObject({ fault: { kind: 'blocked', httpStatus: 403 } })
  })
})

describe('the payment list', () => {
  const read = (change: (result: Record<string, unknown>) => void): Dictionary => {
    const body = JSON.parse(fixture('bybit/dictionary.json'))
    change(body.result)
    const list = bybit.dictionary?.read(body) ?? noNames
    if (isFault(list)) throw new Error(list.message)
    return list
  }

  test('names ids', () => expect(names.payments.get('60')).toBe('Privat Bank'))

  test('loses one odd entry, and keeps all other entries', () => {
    const list = read((result) => (result.paymentConfigVo as unknown[]).push(null, { paymentType: 5 }, 'x'))
    expect(list.payments.size).toBe(4)
  })

  test('in another shape is a fault', () => {
    for (const body of [null, {}, { result: null }, { result: { paymentConfigVo: [] } }, { ret_code: 10007 }]) {
      expect(isFault(bybit.dictionary?.read(body) ?? noNames)).toBe(true)
    }
  })
})
