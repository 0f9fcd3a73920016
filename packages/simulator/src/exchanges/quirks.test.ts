import { fiats, noNames, sides } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator.js'
import { fetchPage, readerOf, send } from '../testing/fetch-page.js'

const start = Date.UTC(2026, 9, 14, 11, 37)
let nowMs = start
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 5, now: () => nowMs })
})
afterAll(() => simulator.close())

// biome-ignore lint/suspicious/noExplicitAny: these tests look at raw wires, whose shapes they are about
type Wire = any
const page = async (id: string, fiat: string, side: 'BUY' | 'SELL', number = 1): Promise<Wire> =>
  JSON.parse((await fetchPage(simulator, id, { fiat, side }, number)) ?? 'null')
const post = async (id: string, path: string, body: unknown): Promise<Wire> =>
  (await send(simulator, id, { method: 'POST', path, body })).json()
const get = async (id: string, path: string, query: object): Promise<Wire> =>
  (await send(simulator, id, { method: 'GET', path, query })).json()

describe('Binance', () => {
  const path = '/bapi/c2c/v2/friendly/c2c/adv/search'
  const body = { asset: 'USDT', fiat: 'UAH', tradeType: 'BUY', page: 1, rows: 20, payTypes: [], publisherType: null }

  test('answers a GET with 400', async () => {
    expect((await send(simulator, 'binance', { method: 'GET', path })).status).toBe(400)
  })

  test('has one paid ad too many in front of some 60 % of first pages, dearer than the next', async () => {
    let paid = 0
    const looks = 60
    for (let look = 0; look < looks; look++) {
      nowMs = start + look * 600_000
      const { data } = await page('binance', 'UAH', 'BUY')
      if (data[0].privilegeType === 8) {
        expect(data).toHaveLength(21)
        expect(Number(data[0].adv.price)).toBeGreaterThan(Number(data[10].adv.price))
        expect(data.slice(1).map((item: Wire) => item.adv.advNo)).not.toContain(data[0].adv.advNo)
        paid += 1
      } else {
        expect(data).toHaveLength(20)
        expect(data[0]).toMatchObject({ privilegeType: 1, privilegeDesc: null })
      }
    }
    nowMs = start
    expect(paid / looks).toBeGreaterThan(0.4)
    expect(paid / looks).toBeLessThan(0.8)
  })

  test('states the opposite side, exact reachable maxima and a fee gap on asks only', async () => {
    let gaps = 0
    for (const side of sides) {
      for (const { adv } of (await page('binance', 'KZT', side)).data) {
        expect(adv.tradeType).toBe(side === 'BUY' ? 'SELL' : 'BUY')
        const reachable = Math.min(Number(adv.maxSingleTransAmount), Number(adv.tradableQuantity) * Number(adv.price))
        expect(Math.abs(Number(adv.dynamicMaxSingleTransAmount) - Math.floor(reachable))).toBeLessThanOrEqual(1)
        if (side === 'SELL') expect(adv.tradableQuantity).toBe(adv.surplusAmount)
        else if (Number(adv.tradableQuantity) < Number(adv.surplusAmount)) gaps += 1
        expect(adv).toMatchObject({ remarks: null, createTime: null, initAmount: null })
      }
    }
    expect(gaps).toBeGreaterThan(15)
  })

  test('pages by total, in strict price order, without repeating an ad', async () => {
    const organic: Wire[] = []
    let total = 1
    for (let number = 1; (number - 1) * 20 < total; number++) {
      const answer = await page('binance', 'UAH', 'SELL', number)
      total = answer.total
      organic.push(...answer.data.filter((item: Wire) => item.privilegeType !== 8))
    }
    expect(organic).toHaveLength(total)
    expect(new Set(organic.map(({ adv }) => adv.advNo)).size).toBe(total)
    const prices = organic.map(({ adv }) => Number(adv.price))
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
  })

  test('has a raw top bid above its raw top ask', () =>
    checkEach(['UAH', 'USD', 'EUR', 'GBP'] as const, async (fiat) => {
      const organic = async (side: 'BUY' | 'SELL') =>
        (await page('binance', fiat, side)).data.filter((item: Wire) => item.privilegeType !== 8)
      const [ask, bid] = [(await organic('BUY'))[0].adv.price, (await organic('SELL'))[0].adv.price]
      expect(Number(bid)).toBeGreaterThan(Number(ask))
    }))

  test('leaves the name of a payment method out now and then', async () => {
    let nameless = 0
    for (const fiat of fiats)
      for (const { adv } of (await page('binance', fiat, 'BUY')).data)
        nameless += adv.tradeMethods.some((method: Wire) => method.tradeMethodName === null) ? 1 : 0
    expect(nameless).toBeGreaterThan(0)
  })

  test('honours payTypes, transAmount and publisherType, and is empty for an unknown currency', async () => {
    const all = (await post('binance', path, body)).total
    const mono = await post('binance', path, { ...body, payTypes: ['Monobank'] })
    expect(mono.total).toBeGreaterThan(0)
    expect(mono.total).toBeLessThan(all)
    for (const { adv } of mono.data.slice(1))
      expect(adv.tradeMethods.map((method: Wire) => method.identifier)).toContain('Monobank')
    const merchants = await post('binance', path, { ...body, publisherType: 'merchant' })
    expect(merchants.total).toBeLessThan(all)
    expect((await post('binance', path, { ...body, transAmount: '1000000000' })).total).toBe(0)
    expect(await post('binance', path, { ...body, fiat: 'XXX' })).toMatchObject({ code: '000000', data: [], total: 0 })
  })
})

describe('Bybit', () => {
  const path = '/fiat/otc/item/online'
  const body = {
    userId: '',
    tokenId: 'USDT',
    currencyId: 'UAH',
    payment: [],
    side: '1',
    size: '50',
    page: '1',
    amount: '',
  }

  test('refuses numbers where it wants texts', async () => {
    for (const numeric of [{ page: 1 }, { size: 50 }, { side: 1 }])
      expect(await post('bybit', path, { ...body, ...numeric })).toMatchObject({ ret_code: 10001 })
    expect(await post('bybit', path, body)).toMatchObject({ ret_code: 0 })
    expect((await send(simulator, 'bybit', { method: 'GET', path })).status).toBe(404)
  })

  test('echoes the side as a number, hides user numbers and has less left than was posted', async () => {
    for (const side of sides) {
      for (const item of (await page('bybit', 'UAH', side)).result.items) {
        expect(item).toMatchObject({ side: side === 'BUY' ? 1 : 0, userId: '0', accountId: '0' })
        const rest = Number(item.quantity) - Number(item.executedQuantity) - Number(item.frozenQuantity)
        expect(rest).toBeCloseTo(Number(item.lastQuantity), 2)
        expect(Number(item.lastQuantity)).toBeLessThan(Number(item.quantity))
        expect(Number.isInteger(item.recentExecuteRate)).toBe(true)
      }
    }
  })

  test('tags every advertiser, verifies merchants only, and demands more of takers now and then', async () => {
    const ads: Wire[] = []
    for (const fiat of ['UAH', 'EUR', 'USD', 'KZT', 'TRY'] as const)
      for (const side of sides) ads.push(...(await page('bybit', fiat, side)).result.items)
    for (const ad of ads) {
      expect(ad.authTag).toContain('GA')
      expect(ad.authStatus).toBe(ad.authTag.includes('VA') ? 1 : 2)
    }
    const share = (holds: (ad: Wire) => boolean) => ads.filter(holds).length / ads.length
    for (const part of [
      share((ad) => ad.verificationOrderSwitch),
      share((ad) => ad.tradingPreferenceSet?.hasUnPostAd === 1),
    ]) {
      expect(part).toBeGreaterThan(0)
      expect(part).toBeLessThan(0.15)
    }
  })

  test('sorts by price only when asked to', async () => {
    const prices = async (sortType: string) =>
      (await post('bybit', path, { ...body, sortType })).result.items.map((item: Wire) => Number(item.price))
    const sorted = await prices('TRADE_PRICE')
    expect(sorted).toEqual([...sorted].sort((a, b) => a - b))
    const ranked = await prices('OVERALL_RANKING')
    expect(ranked).not.toEqual([...ranked].sort((a, b) => a - b))
  })

  test('hides a JSON text inside its payment list', async () => {
    const { result } = await post('bybit', '/fiat/otc/configuration/queryAllPaymentList', {})
    expect(JSON.parse(result.currencyPaymentIdMap).UAH.slice(0, 3)).toEqual([43, 60, 61])
    expect(result.paymentConfigVo[0]).toMatchObject({ paymentType: '43', paymentName: 'Monobank' })
  })
})

describe('OKX', () => {
  const path = '/v3/c2c/tradingOrders/books'
  const query = {
    side: 'buy',
    baseCurrency: 'usdt',
    quoteCurrency: 'uah',
    paymentMethod: 'all',
    userType: 'all',
    numberPerPage: 100,
  }

  test('fills one of two arrays and writes rates as text', async () => {
    const { data } = await page('okx', 'UAH', 'BUY')
    expect(data.buy).toEqual([])
    expect(data.sell.length).toBeGreaterThan(10)
    for (const ad of data.sell) {
      expect(ad.completedRate).toMatch(/^[01]\.\d{4}$/)
      expect(ad).toMatchObject({ side: 'sell', posReviewPercentage: '-1' })
      expect(ad.merchantId === '').toBe(ad.creatorType === 'common')
    }
    expect(data.sell.some((ad: Wire) => /^[0-9a-f]{3}\*\*\*@/.test(ad.nickName))).toBe(true)
  })

  test('puts the worst bids first unless asked for falling prices', async () => {
    const prices = async (extra: object) =>
      (await get('okx', path, { ...query, ...extra })).data.buy.map((ad: Wire) => Number(ad.price))
    const rising = await prices({})
    expect(rising).toEqual([...rising].sort((a, b) => a - b))
    const falling = await prices({ sortType: 'price_desc' })
    expect(falling).toEqual([...rising].reverse())
  })

  test('answers a second page with nothing, caps its total, and names unknown markets by number', async () => {
    const first = await get('okx', path, { ...query, numberPerPage: 10, currentPage: 1 })
    expect(first.data.buy).toHaveLength(10)
    expect((await get('okx', path, { ...query, numberPerPage: 10, currentPage: 2 })).data.buy).toEqual([])
    expect((await get('okx', path, query)).data.buy.length).toBeGreaterThan(10)
    expect(first.data.total).toBeLessThanOrEqual(100)
    expect(await get('okx', path, { ...query, quoteCurrency: 'gbp' })).toEqual({ code: 17007, data: {} })
  })
})

describe('Bitget', () => {
  const path = '/v1/p2p/pub/adv/queryAdvList'
  const body = { side: 1, pageNo: 1, pageSize: 20, coinCode: 'USDT', fiatCode: 'UAH' }

  test('refuses a wrong side, forbidden keys and GET', async () => {
    expect(await post('bitget', path, { ...body, side: 3 })).toMatchObject({ code: '40002' })
    expect(await post('bitget', path, { ...body, sort: 1 })).toMatchObject({ code: '40002' })
    expect((await send(simulator, 'bitget', { method: 'GET', path })).status).toBe(404)
  })

  test('has a null list without a market, texts for numbers and null rates now and then', async () => {
    expect((await post('bitget', path, { ...body, fiatCode: 'KZT' })).data.dataList).toBeNull()
    const ads: Wire[] = []
    for (const fiatCode of ['UAH', 'EUR', 'USD', 'TRY', 'INR', 'VND', 'PHP'])
      ads.push(...(await post('bitget', path, { ...body, fiatCode, pageSize: 50 })).data.dataList)
    expect(ads.every((ad) => typeof ad.price === 'string' && typeof ad.minAmount === 'string')).toBe(true)
    expect(ads.some((ad) => ad.thirtyCompletionRate === null)).toBe(true)
  })
})

describe('MEXC', () => {
  const path = '/api/platform/p2p/api/market'
  const query = {
    coinId: '128f589271cb4951b03e71e6323eb7be',
    currency: 'UAH',
    tradeType: 'SELL',
    page: 1,
    pageSize: 20,
  }

  test('sends numbers, ids joined by commas, capped maxima and sometimes no statistics', async () => {
    const ads: Wire[] = []
    for (const currency of ['UAH', 'EUR', 'USD', 'KZT', 'TRY', 'INR', 'VND', 'PHP', 'IDR'])
      ads.push(...(await get('mexc', path, { ...query, currency, pageSize: 50 })).data)
    for (const ad of ads) {
      expect([typeof ad.price, typeof ad.minTradeLimit, typeof ad.payMethod]).toEqual(['number', 'number', 'string'])
      expect(ad.maxTradeLimit).toBeLessThanOrEqual(ad.availableQuantity * ad.price + 0.01)
    }
    expect(ads.some((ad) => ad.merchantStatistics === undefined)).toBe(true)
    expect(new Set(ads.map((ad) => ad.merchantTradeEnable))).toEqual(new Set([true, false]))
    const listed = new Set(
      (await get('mexc', '/api/platform/p2p/api/payment/method', {})).data.map(({ id }: Wire) => String(id)),
    )
    const used = new Set(ads.flatMap((ad) => ad.payMethod.split(',')))
    expect([...used].some((id) => !listed.has(id))).toBe(true)
  })

  test('honours amount, payMethod, page and pageSize, and says no by number', async () => {
    const fifty = (await get('mexc', path, { ...query, amount: 5000 })).data
    for (const ad of fifty) expect([ad.minTradeLimit <= 5000, ad.maxTradeLimit >= 5000]).toEqual([true, true])
    const [one, two] = [
      await get('mexc', path, { ...query, pageSize: 5 }),
      await get('mexc', path, { ...query, pageSize: 5, page: 2 }),
    ]
    expect([one.data.length, two.data.length]).toEqual([5, 5])
    expect(two.data.map((ad: Wire) => ad.id)).not.toContain(one.data[0].id)
    const mono = (await get('mexc', path, { ...query, payMethod: '2001' })).data
    for (const ad of mono) expect(ad.payMethod.split(',')).toContain('2001')
    expect((await get('mexc', path, { ...query, coinId: 'nothing' })).code).not.toBe(0)
  })
})

describe('KuCoin', () => {
  test('keeps its ads at the root, prices short, maxima uncapped, and hides names in OTHER', async () => {
    const ads: Wire[] = []
    for (let hour = 0; hour < 12; hour++) {
      nowMs = start + hour * 3_600_000
      for (const fiat of ['UAH', 'EUR', 'KZT', 'INR'])
        for (const side of sides) ads.push(...(await page('kucoin', fiat, side)).items)
    }
    nowMs = start
    expect(ads.every((ad) => !/\.\d*0$/.test(ad.floatPrice))).toBe(true)
    const uncapped = ads.filter(
      (ad) => Number(ad.limitMaxQuote) > Number(ad.currencyBalanceQuantity) * Number(ad.floatPrice),
    )
    expect(uncapped.length / ads.length).toBeGreaterThan(0.3)
    const others = ads.flatMap((ad) => ad.adPayTypes).filter((type) => type.payTypeCode === 'OTHER')
    expect(others.some((type) => type.reservedFields.endsWith('}'))).toBe(true)
    expect(others.some((type) => !type.reservedFields.endsWith('}'))).toBe(true)
    expect(ads.some((ad) => ad.nickName.endsWith(' '))).toBe(true)
    expect(ads.some((ad) => ad.dealOrderRate === null)).toBe(true)
  })

  test('counts its pages', async () => {
    const answer = await get('kucoin', '/_api/otc/ad/list', {
      currency: 'USDT',
      legal: 'UAH',
      side: 'SELL',
      pageSize: 10,
    })
    expect(answer.totalPage).toBe(Math.ceil(answer.totalNum / 10))
    expect(answer).toMatchObject({ success: true, code: '200' })
  })
})

describe('HTX', () => {
  const path = '/-/x/otc/v1/data/trade-market'
  const query = { coinId: 2, currency: 45, tradeType: 'sell', currPage: 1 }

  test('shows ten rows whatever is asked for, and none of an unknown currency', async () => {
    const answer = await get('htx', path, { ...query, pageSize: 50 })
    expect(answer.data).toHaveLength(10)
    expect(answer.totalPage).toBe(Math.ceil(answer.totalCount / 10))
    expect(await get('htx', path, { ...query, currency: 99999 })).toMatchObject({ code: 200, data: [], success: true })
  })

  test('floors its maxima and honours the amount', async () => {
    for (const ad of (await get('htx', path, { ...query, amount: 5000 })).data) {
      expect(ad.maxTradeLimit).toMatch(/^\d+\.00$/)
      expect(Number(ad.minTradeLimit)).toBeLessThanOrEqual(5000)
      expect(Number(ad.maxTradeLimit)).toBeGreaterThanOrEqual(5000)
    }
  })

  test('names its numbered currencies in one list', async () => {
    const { data } = await get('htx', '/-/x/otc/v1/data/config-list', { type: 'currency,pay,coin,allCountry' })
    expect(data.currency).toContainEqual(expect.objectContaining({ currencyId: 45, nameShort: 'UAH' }))
    expect(readerOf('htx').request({ fiat: 'PLN', side: 'BUY', page: 1, names: noNames })).toBeNull()
  })
})
