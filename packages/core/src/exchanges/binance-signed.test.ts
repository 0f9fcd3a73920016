import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { contextOf, fixture, observedAt, pagesOf, refusalsOf } from '../testing/fixture-pages.js'
import { binance } from './binance.js'
import { binanceSigned } from './binance-signed.js'
import { noNames } from './define-exchange.js'
import { readAnswer } from './read-answer.js'
import { readPage } from './read-page.js'

const { wire, signing, rights } = binanceSigned
const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
const buyPage = fixture('binance-signed/uah-buy.json')
const read = (text: string) => readPage(wire, text, context)

describe('the list of the documentation', () => {
  test('each page is read to its last ad', () =>
    checkEach(pagesOf('binance-signed'), (page) => {
      expect(readPage(wire, page.text, contextOf(binance, page))).toMatchObject({ state: 'read', rejected: [] })
    }))

  test('has remarks and the age that a taker needs, next to the facts of the open list', () => {
    const open = { merchant: true, completedOrders: 128, completionPct: 98.4, ordersBasis: 'month', minFiat: 500 }
    expect(read(buyPage)).toMatchObject({
      ads: [
        {
          ...open,
          price: 47.1,
          remarks: 'Payments from your own account only.',
          takerDemands: { minOrders: null, minAccountAgeDays: 90, extraVerification: false },
        },
        { remarks: null, takerDemands: { minAccountAgeDays: null, extraVerification: true } },
        { takerDemands: null },
      ],
    })
  })

  test('an odd condition costs the condition, not the ad', () =>
    checkEach([-1, 1.5, 'many', {}, []], (buyerRegDaysLimit) => {
      const page = JSON.parse(buyPage) as { data: { adv: object }[] }
      for (const { adv } of page.data) Object.assign(adv, { buyerRegDaysLimit, remarks: { en: 'text' } })
      expect(read(JSON.stringify(page))).toMatchObject({
        rejected: [],
        ads: [{ takerDemands: {}, remarks: null }, {}, {}],
      })
    }))

  test('of the other side or another currency is not believed', () => {
    expect(readPage(wire, buyPage, { ...context, side: 'SELL' }).state).toBe('failed')
    expect(readPage(wire, buyPage, { ...context, fiat: 'EUR' }).state).toBe('failed')
  })
})

test('a refusal of the key blocks, with the status 400 or without', () =>
  checkEach(refusalsOf('binance-signed'), (file) => {
    const text = fixture(`binance-signed/${file}`)
    expect(read(text)).toMatchObject({ state: 'failed', fault: { kind: 'blocked' } })
    for (const status of [400, 401])
      expect(
        readAnswer(wire, { status, contentType: 'application/json', retryAfter: null, text }, context),
      ).toMatchObject({
        fault: { kind: 'blocked', message: expect.stringMatching(/^Binance refused the request \(code -\d{4}\)\.$/) },
      })
  }))

test('a code determines the kind of fault', () =>
  checkEach(
    [
      [-1003, 'rate_limited'],
      [-2014, 'blocked'],
      [-1000, 'unavailable'],
    ] as const,
    ([code, kind]) => {
      expect(read(JSON.stringify({ code, msg: 'key-of-mine' }))).toMatchObject({ fault: { kind } })
    },
  ))

test('the signature covers the query with window and time, and is its last parameter', () => {
  const facts = { method: 'POST', path: '/x', body: '{"b":2}', bodyDigest: '', key: 'mine', passphrase: '' } as const
  const at = { ...facts, atMs: 1_790_000_000_000 }
  expect(signing.text({ ...at, query: '' })).toBe('recvWindow=10000&timestamp=1790000000000')
  expect(signing.text({ ...at, query: 'a=1' })).toBe('a=1&recvWindow=10000&timestamp=1790000000000')
  expect(Object.entries(signing.query({ ...at, query: '' }, 'abc'))).toEqual([
    ['recvWindow', '10000'],
    ['timestamp', '1790000000000'],
    ['signature', 'abc'],
  ])
  expect(signing.headers({ ...at, query: '' })).toEqual({ 'X-MBX-APIKEY': 'mine' })
})

test('a key is read-only only if Binance allows it nothing else', () => {
  const told = (more: object) => rights.readsOnly({ ipRestrict: true, enableReading: true, createTime: 1, ...more })
  expect(told({ enableWithdrawals: false, enableFixReadOnly: true })).toBe(true)
  for (const name of ['enableWithdrawals', 'enableSpotAndMarginTrading', 'permitsUniversalTransfer', 'enableMore'])
    expect(told({ [name]: true })).toBe(false)
  for (const body of [{}, { enableReading: 'yes' }, null, []])
    expect(rights.readsOnly(body)).toMatchObject({ kind: 'schema_drift' })
  expect(rights.readsOnly({ code: -2015, msg: '' })).toMatchObject({ kind: 'blocked' })
})
