import { describe, expect, test } from 'vitest'
import { contextOf, fixture, observedAt, pagesOf } from '../testing/fixture-pages.js'
import { binance } from './binance.js'
import { noNames } from './define-exchange.js'
import { readPage } from './read-page.js'

const buying = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
const selling = { ...buying, side: 'SELL' } as const
const board = fixture('binance/uah-buy.json')
const read = (text: string, context: typeof buying | typeof selling = buying, page = 1) => {
  const reading = readPage(binance, text, { ...context, page })
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  return reading
}
type Wire = { data: { adv: Record<string, unknown>; advertiser: Record<string, unknown> }[] | null; total: number }
const changed = (change: (wire: Wire) => unknown): string => {
  const wire = JSON.parse(board) as Wire
  change(wire)
  return JSON.stringify(wire)
}
const fullPage = (total: number, promoted = true) =>
  changed((wire) => {
    const [paid, plain] = wire.data ?? []
    if (paid === undefined || plain === undefined) throw new Error('fixture too short')
    wire.data = [...(promoted ? [paid] : []), ...Array.from({ length: 20 }, () => plain)]
    wire.total = total
  })

describe('the request', () => {
  test('names the side from the caller, with POST', () => {
    const request = binance.request({ fiat: 'UAH', side: 'BUY', page: 2, names: noNames })
    expect(request).toMatchObject({
      method: 'POST',
      path: '/bapi/c2c/v2/friendly/c2c/adv/search',
      body: { asset: 'USDT', fiat: 'UAH', tradeType: 'BUY', page: 2, rows: 20, payTypes: [], publisherType: null },
    })
    expect(binance.request({ fiat: 'UAH', side: 'SELL', page: 1, names: noNames })?.body).toMatchObject({
      tradeType: 'SELL',
    })
  })

  test('makes fifty ads a side', () => expect(binance.pageSize * binance.maxPages).toBeGreaterThanOrEqual(50))
})

describe("the ad carries its advertiser's side", () => {
  test('so a page with the side we asked for, word for word, is the wrong page', () => {
    expect(readPage(binance, board, selling)).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
    expect(readPage(binance, fixture('binance/uah-sell.json'), buying)).toMatchObject({ state: 'failed' })
  })

  test('and so does its currency and asset', () => {
    expect(readPage(binance, board, { ...buying, fiat: 'PLN' })).toMatchObject({ state: 'failed' })
    const other = changed(({ data }) => data?.map(({ adv }) => Object.assign(adv, { asset: 'USDC' })))
    expect(readPage(binance, other, buying)).toMatchObject({ state: 'failed' })
  })
})

describe('the paid ad in front', () => {
  test('stays on the board, marked', () => {
    expect(read(board).ads.map((ad) => ad.promoted)).toEqual([true, false, false, false])
  })

  test.each(['Promoted Ad', 'Featured Ad'])('is known as "%s"', (privilegeDesc) => {
    const page = changed(({ data }) => Object.assign(data?.[1] ?? {}, { privilegeDesc }))
    expect(read(page).ads[1]?.promoted).toBe(true)
  })

  test('is shown by its number without a name for it; number 1 is the best honest ad', () => {
    const numbered = (privilegeType: number) =>
      read(changed(({ data }) => Object.assign(data?.[1] ?? {}, { privilegeType }))).ads[1]?.promoted
    expect([8, 2, 1].map(numbered)).toEqual([true, true, false])
    expect(read(fixture('binance/uah-sell.json'), selling).ads[0]?.promoted).toBe(false)
  })

  test('makes a page one row longer without moving the end of the book', () => {
    expect(read(fullPage(41))).toMatchObject({ rowCount: 21, more: true })
    expect(read(fullPage(21))).toMatchObject({ rowCount: 21, more: true })
    expect(read(fullPage(20))).toMatchObject({ rowCount: 21, more: false })
    expect(read(fullPage(41, false), buying, 2)).toMatchObject({ rowCount: 20, more: true })
    expect(read(fullPage(40, false), buying, 2)).toMatchObject({ rowCount: 20, more: false })
  })

  test('leaves it to a full page where no total is sent', () => {
    const without = (page: string) => JSON.stringify({ ...JSON.parse(page), total: null })
    expect(read(without(fullPage(0)))).toMatchObject({ more: true })
    expect(read(without(board))).toMatchObject({ rowCount: 4, more: false })
  })
})

describe('an ad', () => {
  const [, named, slow] = read(board).ads

  test('reads in full', () => {
    expect(named).toEqual({
      exchange: 'binance',
      fiat: 'UAH',
      side: 'BUY',
      adId: expect.stringMatching(/^\d{20}$/),
      advertiserId: expect.stringMatching(/^s[0-9a-f]{32}$/),
      nickname: 'Північна Зірка',
      price: 45.31,
      minFiat: 1000,
      maxFiat: 20_000,
      stockUsdt: 898.2,
      paymentMethods: ['Monobank', 'OschadBank'],
      completedOrders: 311,
      ordersBasis: 'month',
      completionPct: 99.4,
      positivePct: 100,
      merchant: false,
      lastSeenAtMs: observedAt,
      accountAgeDays: null,
      promoted: false,
      restricted: false,
      takerDemands: { minOrders: null, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false },
      payWindowMinutes: 15,
      remarks: null,
      url: expect.stringMatching(/^https:\/\/c2c\.binance\.com\/en\/adv\?code=\d{20}$/),
      observedAtMs: observedAt,
    })
  })

  test('shows the identifier of a method without a name', () => {
    expect(named?.paymentMethods).toContain('OschadBank')
  })

  test('takes the limit that the stock already caps, and the stock less the maker fee', () => {
    expect(slow).toMatchObject({ maxFiat: 43_516, stockUsdt: 960 })
  })

  test('caps the listed maximum itself where no dynamic one is sent', () => {
    const page = changed(({ data }) => Object.assign(data?.[2]?.adv ?? {}, { dynamicMaxSingleTransAmount: null }))
    expect(read(page).ads[2]?.maxFiat).toBeCloseTo(43_516.8, 6)
  })

  test('turns ratios into percent; a feedback of 0 means none yet', () => {
    expect(slow).toMatchObject({ completionPct: 83.4, positivePct: null })
  })

  test("gives the advertiser's last time online and demands", () => {
    expect(slow?.lastSeenAtMs).toBe(observedAt - 423_000)
    expect(slow?.takerDemands?.extraVerification).toBe(true)
  })

  test('of a newcomer has no completion rate', () => {
    expect(read(fixture('binance/uah-sell.json'), selling).ads[2]).toMatchObject({
      completedOrders: 0,
      completionPct: null,
    })
  })

  test('whose rate left the 0 to 1 scale is not believed', () => {
    const page = changed(({ data }) =>
      data?.map(({ advertiser }) => Object.assign(advertiser, { monthFinishRate: 98.4 })),
    )
    expect(readPage(binance, page, buying)).toMatchObject({ fault: { kind: 'schema_drift' } })
  })
})

test('the older form of 2023 still reads', () => {
  const page = pagesOf('binance').find(({ file }) => file === 'eur-buy-2023.json')
  if (page === undefined) throw new Error('fixture missing')
  expect(readPage(binance, page.text, contextOf(binance, page))).toMatchObject({
    ads: [{ minFiat: 100, maxFiat: expect.closeTo(5924.47, 1) }],
  })
})

test('an empty board is an empty board, also as null', () => {
  expect(read(fixture('binance/kgs-buy-empty.json'))).toMatchObject({ ads: [], more: false })
  expect(read(changed((wire) => Object.assign(wire, { data: null, total: 0 })))).toMatchObject({ ads: [], more: false })
})

test.each([{ code: '000002' }, { success: false }, { code: '000002', success: true, data: [] }])(
  'an envelope with %j is no board',
  (change) => {
    const page = changed((wire) => Object.assign(wire, change))
    expect(readPage(binance, page, buying)).toMatchObject({ state: 'failed', fault: { kind: 'unavailable' } })
  },
)
