import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { contextOf, fixture, namesOf, observedAt, pagesOf, refusalsOf } from '../testing/fixture-pages.js'
import { bybit } from './bybit.js'
import { bybitSigned } from './bybit-signed.js'
import { readPage } from './read-page.js'

const { wire, signing, rights } = bybitSigned
const pages = pagesOf('bybit-signed')
const context = { fiat: 'EUR', side: 'SELL', names: namesOf(bybit), observedAtMs: observedAt } as const
const read = (text: string) => readPage(wire, text, context)

describe('the list of the documentation', () => {
  test('each recording is read to its last ad', () =>
    checkEach(pages, (page) => {
      const reading = readPage(wire, page.text, contextOf(bybit, page))
      expect(reading).toMatchObject({ state: 'read', rejected: [] })
    }))

  test('becomes the same uniform ad as on the open wire, with the account in place of the mask', () => {
    const reading = read(fixture('bybit-signed/eur-sell.json'))
    expect(reading).toMatchObject({
      state: 'read',
      ads: [
        {
          exchange: 'bybit',
          side: 'SELL',
          fiat: 'EUR',
          price: 0.94,
          advertiserId: '410100',
          minFiat: 200,
          merchant: true,
        },
        { price: 0.93, advertiserId: '410103' },
        { price: 0.91, advertiserId: '410106' },
      ],
    })
  })

  test('keeps people apart where it gives all of them the account 0', () => {
    const reading = read(fixture('bybit-signed/eur-sell.json').replaceAll(/"userId": "\d+"/g, '"userId": "0"'))
    expect(reading).toMatchObject({ state: 'read', ads: [{ advertiserId: null, nickname: 'amber_lane' }, {}, {}] })
  })

  test('of the other side or another currency is not believed', () => {
    const text = fixture('bybit-signed/eur-sell.json')
    expect(readPage(wire, text, { ...context, side: 'BUY' }).state).toBe('failed')
    expect(readPage(wire, text, { ...context, fiat: 'UAH' }).state).toBe('failed')
  })
})

test('a recorded refusal blocks, and is no empty board', () =>
  checkEach(refusalsOf('bybit-signed'), (file) => {
    expect(read(fixture(`bybit-signed/${file}`))).toMatchObject({ state: 'failed', fault: { kind: 'blocked' } })
  }))

test('each code about the key or the address blocks, because asking again changes nothing', () =>
  checkEach([10002, 10003, 10004, 10005, 10007, 10009, 10010, 10024, 33004], (retCode) => {
    expect(wire.refusal?.({ retCode, retMsg: 'no', result: {} })).toMatchObject({ kind: 'blocked' })
  }))

test('an answer without either code is a changed shape', () => {
  expect(read('{"result":{"items":[]}}')).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
  expect(read('{"retCode":0,"result":{"items":[]}}')).toMatchObject({ state: 'read', ads: [] })
})

test('a request is signed as the documentation says: time, key, window, then query or body', () => {
  const facts = {
    path: '/x',
    query: 'a=1',
    body: '{"b":2}',
    bodyDigest: '',
    key: 'mine',
    passphrase: '',
    atMs: 1_790_000_000_000,
  }
  expect(signing.text({ ...facts, method: 'POST' })).toBe('1790000000000mine10000{"b":2}')
  expect(signing.text({ ...facts, method: 'GET' })).toBe('1790000000000mine10000a=1')
  expect(signing.headers({ ...facts, method: 'GET' }, 'abc')).toEqual({
    'X-BAPI-API-KEY': 'mine',
    'X-BAPI-TIMESTAMP': '1790000000000',
    'X-BAPI-RECV-WINDOW': '10000',
    'X-BAPI-SIGN': 'abc',
  })
})

test('a key is read-only only if the exchange calls it read-only', () => {
  const told = (readOnly: unknown) => rights?.readsOnly({ retCode: 0, result: { readOnly } })
  expect(told(1)).toBe(true)
  for (const readOnly of [0, 2, -1]) expect(told(readOnly)).toBe(false)
  for (const readOnly of [undefined, '1', true, null]) expect(told(readOnly)).toMatchObject({ kind: 'schema_drift' })
  expect(rights?.readsOnly({ retCode: 33004 })).toMatchObject({ kind: 'blocked' })
})

test('a key of an owner who is no general advertiser is blocked, and the message says so', () => {
  const answer = { ret_code: 912000014, ret_msg: 'permission denied', result: null }
  expect(bybitSigned.wire.refusal?.(answer)).toMatchObject({
    kind: 'blocked',
    message: expect.stringContaining('only to general advertisers'),
    isFinal: true,
  })
  expect(rights?.readsOnly(answer)).toMatchObject({ kind: 'blocked' })
})
