import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { contextOf, fixture, observedAt, pagesOf, refusalsOf } from '../testing/fixture-pages.js'
import { bitget } from './bitget.js'
import { bitgetSigned } from './bitget-signed.js'
import { noNames } from './define-exchange.js'
import { readAnswer } from './read-answer.js'
import { readPage } from './read-page.js'

const { wire, signing, rights } = bitgetSigned
const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
const read = (text: string, more: object = {}) => readPage(wire, text, { ...context, ...more })
const buyPage = fixture('bitget-signed/uah-buy.json')

const withField = (field: string, value: unknown, rows: readonly number[] = [0, 1, 2, 3]): string => {
  const page = JSON.parse(buyPage) as { data: Record<string, unknown>[] }
  for (const row of rows) page.data[row] = { ...page.data[row], [field]: value }
  return JSON.stringify(page)
}

describe('the list of the documentation', () => {
  test('each recording is read to its last ad', () =>
    checkEach(pagesOf('bitget-signed'), (page) => {
      const reading = readPage(wire, page.text, contextOf(bitget, page))
      expect(reading).toMatchObject({ state: 'read', rejected: [] })
    }))

  test('becomes the same uniform ad as from the public interface; missing fields are unknown', () => {
    expect(read(buyPage)).toMatchObject({
      state: 'read',
      more: false,
      ads: [
        {
          exchange: 'bitget',
          side: 'BUY',
          fiat: 'UAH',
          adId: '1329000000000000001',
          advertiserId: '7700110021',
          nickname: 'harbour_nine',
          price: 44.61,
          minFiat: 500,
          maxFiat: 22_305,
          stockUsdt: 500,
          paymentMethods: ['Monobank', 'PrivatBank'],
          completedOrders: 1200,
          ordersBasis: 'lifetime',
          completionPct: 99,
          positivePct: null,
          merchant: null,
          lastSeenAtMs: null,
          accountAgeDays: null,
          payWindowMinutes: null,
          takerDemands: null,
          url: null,
        },
        { completionPct: 97.35 },
        { completedOrders: 0, completionPct: null, maxFiat: 96.2 * 44.7 },
        { completionPct: 100 },
      ],
    })
  })

  test('unknown figures are null, never 0', () => {
    const bare = [
      ...['completedOrderNum', 'completedRate', 'merchantId', 'advId', 'payMethods'].map((field) => [field, undefined]),
      ['completedRate', null],
    ]
    for (const [field, value] of bare)
      expect(read(withField(String(field), value))).toMatchObject({ state: 'read', rejected: [] })
    const [first] = (read(withField('completedRate', null)) as { ads?: unknown[] }).ads ?? []
    expect(first).toMatchObject({ completionPct: null, completedOrders: 1200 })
  })
})

describe('whose side is meant', () => {
  test('a caller who buys asks for ads that sell, in the order that the signature wants', () => {
    const ask = (side: 'BUY' | 'SELL') => wire.request({ fiat: 'UAH', side, page: 2, names: noNames })
    expect(ask('BUY')).toMatchObject({ method: 'GET', path: '/api/v3/p2p/ad-list' })
    expect(ask('BUY')?.query).toEqual({ fiat: 'UAH', limit: 10, pageNum: 2, side: 'sell', token: 'USDT' })
    expect(ask('SELL')?.query).toMatchObject({ side: 'buy' })
    const names = Object.keys(ask('BUY')?.query ?? {})
    expect(names).toEqual([...names].sort())
  })

  test('a wire that is turned round costs the page and not the price', () => {
    expect(read(fixture('bitget-signed/uah-sell.json'))).toMatchObject({ fault: { kind: 'schema_drift' } })
    expect(read(buyPage, { side: 'SELL' })).toMatchObject({ fault: { kind: 'schema_drift' } })
    for (const [field, value] of [
      ['side', 'buy'],
      ['side', 'SELL'],
      ['side', undefined],
      ['fiat', 'EUR'],
      ['token', 'USDC'],
    ] as const)
      expect(read(withField(field, value)).state).toBe('failed')
  })
})

describe('hostile rows', () => {
  const rowsOf = (change: (row: Record<string, unknown>, index: number) => unknown): string => {
    const page = JSON.parse(buyPage) as { data: Record<string, unknown>[] }
    const many = Array.from({ length: 10 }, (_, index) => ({ ...page.data[index % 2], advId: String(index) }))
    return JSON.stringify({ ...page, data: many.map(change) })
  }

  test('a bad field costs one ad of ten, and the page where all are so', () =>
    checkEach(
      [
        ['no object', null],
        ['a text', 'ad'],
        ['a price of 0', { price: '0' }],
        ['a negative price', { price: '-44.6' }],
        ['a price in words', { price: '44,61' }],
        ['an endless price', { price: '1e308' }],
        ['no name', { merchantName: undefined }],
        ['a name that is none', { merchantName: { toString: 'x' } }],
        ['no stock', { quantity: '' }],
        ['a rate of 99 where 0.99 is meant', { completedRate: '99' }],
        ['half an order', { completedOrderNum: '1.5' }],
        ['ways to pay as a text', { payMethods: 'Monobank' }],
        ['another coin', { token: 'BTC' }],
      ] as const,
      ([_, bad]) => {
        const spoil = (row: object) => (typeof bad === 'object' && bad !== null ? { ...row, ...bad } : bad)
        const one = read(rowsOf((row, index) => (index === 4 ? spoil(row) : row)))
        expect(one).toMatchObject({ state: 'read', rowCount: 10, more: true })
        expect(one.state === 'read' && [one.ads.length, one.rejected.map(({ row }) => row)]).toEqual([9, [4]])
        expect(read(rowsOf(spoil))).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
      },
    ))
})

describe('refusals', () => {
  test('a refusal blocks, and is no empty board, with a status of its own or without', () =>
    checkEach(refusalsOf('bitget-signed'), (file) => {
      const text = fixture(`bitget-signed/${file}`)
      expect(read(text)).toMatchObject({ state: 'failed', fault: { kind: 'blocked' } })
      const answer = { contentType: 'application/json', retryAfter: null, text }
      expect(readAnswer(wire, { ...answer, status: 400 }, context)).toMatchObject({
        fault: { kind: 'blocked', httpStatus: 400, message: expect.stringMatching(/\(code 400\d\d\)/) },
      })
      expect(readAnswer(wire, { ...answer, status: 403 }, context)).toMatchObject({ fault: { kind: 'blocked' } })
    }))

  test('a code determines the kind of fault', () =>
    checkEach(
      [
        ['40017', 'schema_drift'],
        ['40037', 'blocked'],
        ['429', 'rate_limited'],
        ['99999', 'unavailable'],
      ] as const,
      ([code, kind]) => {
        expect(read(JSON.stringify({ code, msg: 'key-of-mine', data: null }))).toMatchObject({ fault: { kind } })
      },
    ))

  test('no text of the exchange gets into a fault: it may repeat a key', () => {
    const text = JSON.stringify({ code: '40006', msg: 'Invalid ACCESS_KEY key-of-mine', data: { key: 'key-of-mine' } })
    expect(JSON.stringify(read(text))).not.toContain('key-of-mine')
  })

  test('an answer without a code is a changed shape', () => {
    expect(read('{"data":[]}')).toMatchObject({ fault: { kind: 'schema_drift' } })
    expect(read('{"code":"00000"}')).toMatchObject({ fault: { kind: 'schema_drift' } })
    expect(read('{"code":"00000","data":null}')).toMatchObject({ state: 'read', ads: [] })
  })
})

test('a request is signed as the documentation says: time, method, path, query behind its mark, body', () => {
  const facts = { key: 'mine', passphrase: 'a-phrase', atMs: 1_627_366_780_545, query: '', body: '', bodyDigest: '' }
  const depth = { ...facts, method: 'GET', path: '/api/mix/v2/market/depth', query: 'limit=20&symbol=BTCUSDT' } as const
  expect(signing.text(depth)).toBe('1627366780545GET/api/mix/v2/market/depth?limit=20&symbol=BTCUSDT')
  expect(signing.text({ ...facts, method: 'POST', path: '/x', body: '{"b":2}' })).toBe('1627366780545POST/x{"b":2}')
  expect(signing.headers(depth, 'abc')).toEqual({
    'ACCESS-KEY': 'mine',
    'ACCESS-SIGN': 'abc',
    'ACCESS-TIMESTAMP': '1627366780545',
    'ACCESS-PASSPHRASE': 'a-phrase',
  })
  expect([signing.hash, signing.encoding, signing.passphrase]).toEqual(['sha256', 'base64', true])
})

test('a key is read-only only if the exchange calls it read-only', () => {
  const told = (permType: unknown) => rights?.readsOnly({ code: '00000', data: { permType } })
  expect(told('read-only')).toBe(true)
  for (const permType of ['read-and-write', 'read-only,withdraw', '', 'READ-ONLY']) expect(told(permType)).toBe(false)
  for (const permType of [undefined, 1, true, null]) expect(told(permType)).toMatchObject({ kind: 'schema_drift' })
  expect(rights?.readsOnly({ code: '40014', data: { permType: 'read-only' } })).toMatchObject({ kind: 'blocked' })
})
