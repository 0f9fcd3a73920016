import { expect, test } from 'vitest'
import { z } from 'zod'
import { sides } from '../currencies-and-sides.js'
import { count, decimal, percent, price } from '../read-number-text.js'
import { checkEach } from '../testing/check-each.js'
import { everyExchange, exchangeIds, exchanges } from './all.js'
import { defineExchange, noNames } from './define-exchange.js'
import { readAnswer } from './read-answer.js'
import { readPage } from './read-page.js'

test('the list begins with the six of the specification, in its order; later exchanges follow', () => {
  expect(exchangeIds.slice(0, 6)).toEqual(['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'])
  expect(new Set(exchangeIds).size).toBe(exchangeIds.length)
})

test('each exchange is asked for fifty ads a side, over https, at a polite pace', () =>
  checkEach(everyExchange, (exchange) => {
    expect(exchange.pageSize * exchange.maxPages).toBeGreaterThanOrEqual(50)
    expect(new URL(exchange.origin)).toMatchObject({ protocol: 'https:', pathname: '/' })
    expect(exchange.minIntervalMs).toBeGreaterThanOrEqual(250)
  }))

test('each exchange is asked differently for each side and page, and only under its own address', () =>
  checkEach(everyExchange, (exchange) => {
    const asked = sides.map((side) => exchange.request({ fiat: 'UAH', side, page: 1, names: noNames }))
    expect(JSON.stringify(asked[0])).not.toBe(JSON.stringify(asked[1]))
    for (const request of asked) expect(request?.path).toMatch(/^\/[\w./-]+$/)
    if (exchange.maxPages === 1) return
    const second = exchange.request({ fiat: 'UAH', side: 'BUY', page: 2, names: noNames })
    expect(JSON.stringify(second)).not.toBe(JSON.stringify(asked[0]))
  }))

const bazaar = defineExchange({
  id: 'bazaar',
  name: 'Bazaar',
  origin: 'https://bazaar.example',
  minIntervalMs: 1000,
  pageSize: 50,
  maxPages: 1,
  request: ({ fiat, side }) => ({ method: 'GET', path: '/offers', query: { fiat, side } }),
  page: z.object({ offers: z.array(z.unknown()) }),
  rows: (page) => page.offers,
  row: z.object({ who: z.string(), rate: price, from: decimal, to: decimal, deals: count, done: percent }),
  ad: (row) => ({
    adId: null,
    advertiserId: null,
    nickname: row.who,
    price: row.rate,
    minFiat: row.from,
    maxFiat: row.to,
    stockUsdt: null,
    paymentMethods: ['Bank Transfer'],
    completedOrders: row.deals,
    ordersBasis: 'lifetime',
    completionPct: row.done,
    positivePct: null,
    merchant: null,
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: null,
    remarks: null,
    url: null,
  }),
})

test('adding an exchange takes one value: every reader takes it like the built-in ones', () => {
  const all = [...exchanges, bazaar]
  expect(all.map((exchange) => exchange.id)).toEqual([...exchangeIds, 'bazaar'])

  const text = '{"offers":[{"who":"Ada","rate":"41.5","from":100,"to":"2000","deals":12,"done":98}]}'
  const context = { fiat: 'UAH', side: 'SELL', names: noNames, observedAtMs: 1_790_000_000_000 } as const
  const ad = { exchange: 'bazaar', side: 'SELL', fiat: 'UAH', price: 41.5, maxFiat: 2000 }
  expect(readPage(bazaar, text, context)).toMatchObject({ state: 'read', ads: [ad], rejected: [], more: false })
  const answer = { status: 200, contentType: 'application/json', retryAfter: null, text }
  expect(readAnswer(bazaar, answer, context)).toEqual(readPage(bazaar, text, context))
})
