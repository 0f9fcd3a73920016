import { type Ad, exchangeIds, type Side } from '@p2p-rates/core'
import { aBoard } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { answerArbitrage, arbitrage } from '../endpoints/prices/arbitrage.js'
import { answerOrderbook, orderbook } from '../endpoints/prices/orderbook.js'
import { answerQuote, quote } from '../endpoints/prices/quote.js'
import { answerRates, rates } from '../endpoints/prices/rates.js'
import { marketEndpoints } from '../generated/registry.js'
import { quoteParams, ratesParams, someMarketData } from '../testing/market-data.js'
import { readQuery } from './input.js'
import type { MarketData } from './market-data.js'
import { defaultPlans } from './plans.js'

const board = (exchange: string, side: Side, best: number, facts: Partial<Ad> = {}) =>
  aBoard(
    exchange,
    side,
    Array.from({ length: 12 }, (_, index) => ({
      price: best + (side === 'BUY' ? index : -index) * 0.01,
      nickname: `${exchange} ${side} ${index}`,
      ...facts,
    })),
  )

const boards = [
  board('okx', 'BUY', 41.3),
  board('okx', 'SELL', 41.2),
  board('bybit', 'BUY', 41.35),
  board('bybit', 'SELL', 41.15),
]

const known = (more: Partial<MarketData> = {}, shown = boards) => someMarketData(shown, more)

const bookOf = (exchange: string, more: Partial<MarketData> = {}, asked: Record<string, string> = {}) => {
  const read = readQuery(orderbook.query, new URLSearchParams({ exchange, ...asked }), defaultPlans.Pro)
  if (!read.ok) throw new Error(read.problem.message)
  return answerOrderbook(read.values, known(more))
}

test('every answer of one market fits the schema of its endpoint, and errors are those that it names', () => {
  const asked = new URLSearchParams({ exchange: 'okx', amount: '1000', price: '41.3' })
  for (const { endpoint, answer } of Object.values(marketEndpoints)) {
    const questions = Object.keys(endpoint.query)
    const search = new URLSearchParams([...asked].filter(([name]) => questions.includes(name)))
    const read = readQuery(endpoint.query, search, defaultPlans.Pro)
    if (!read.ok) throw new Error(`${endpoint.name}: ${read.problem.message}`)
    const answered = answer(read.values, known())
    expect('answer' in answered ? endpoint.answer.safeParse(answered.answer).error : answered, endpoint.name).toBe(
      undefined,
    )
  }
})

test('a book that a remote collector read has no field of its own without include=trust', () => {
  const remote = known({}, [{ ...board('okx', 'BUY', 41.3), remote: { checked: false } }])
  const book = (asked: Record<string, string>) => {
    const answered = bookOf('okx', remote, asked)
    if ('problem' in answered) throw new Error(answered.problem.message)
    return answered.answer
  }
  const seed = ['asset', 'exchange', 'fiat', 'side', 'payment_method', 'count', 'ads']
  expect(Object.keys(book({}))).toEqual(seed)
  expect(book({ include: 'trust' })).toMatchObject({ via: 'remote', checked: false })
})

describe('the book of all exchanges', () => {
  const ofAll = (asked: Record<string, string> = {}, more: Partial<MarketData> = {}) => {
    const answered = bookOf('all', { expected: () => ['okx', 'bybit'], ...more }, asked)
    if ('problem' in answered) throw new Error(answered.problem.message)
    expect(orderbook.answer.safeParse(answered.answer).error).toBeUndefined()
    return answered.answer
  }

  test('adds the exchange to each ad and the missing ones, and nothing else', () => {
    const { ads, ...book } = ofAll({ rows: '3' })
    expect(book).toEqual({
      asset: 'USDT',
      exchange: 'all',
      fiat: 'UAH',
      side: 'BUY',
      payment_method: null,
      count: 3,
      missing_exchanges: [],
    })
    const one = bookOf('okx')
    const { ads: [first] = [] } = 'answer' in one ? one.answer : {}
    expect(ads[0]).toEqual({ exchange: 'okx', ...first })
  })

  test('may have the rows of a plan for each exchange', () => {
    const rows = (exchange: string) => {
      const read = readQuery(orderbook.query, new URLSearchParams({ exchange, rows: '999' }), defaultPlans.Free)
      return read.ok ? [read.values.rows, read.clamped] : read.problem
    }
    expect(rows('okx')).toEqual([10, ['rows']])
    expect(rows('all')).toEqual([10 * exchangeIds.length, ['rows']])
  })

  test('names exchanges that are expected and have nothing fresh, and is refused where none has', () => {
    const expected = () => ['okx', 'mexc', 'bybit', 'kucoin']
    expect(ofAll({}, { expected }).missing_exchanges).toEqual(['mexc', 'kucoin'])
    const nothing = someMarketData([], { expected })
    expect(bookOf('all', nothing)).toEqual({ problem: { code: 'data_unavailable', message: 'Nothing of anybody.' } })
    expect(ofAll({ include: 'updated_at' }, { ...someMarketData([]), expected: () => [] })).toMatchObject({
      count: 0,
      updated_at: null,
      missing_exchanges: [],
    })
  })

  test('says of each ad whether a remote collector read it, and of no other', () => {
    const shown = [board('okx', 'BUY', 41.3), { ...board('bybit', 'BUY', 41.3), remote: { checked: false } }]
    const elsewhere = (asked: Record<string, string>) => {
      const book = ofAll({ rows: '20', ...asked }, someMarketData(shown))
      expect(book).not.toHaveProperty('via')
      return book.ads.flatMap(({ exchange, via, checked }) => (via === undefined ? [] : [{ exchange, via, checked }]))
    }
    expect(elsewhere({})).toEqual([])
    expect(new Set(elsewhere({ include: 'trust' }).map((told) => JSON.stringify(told)))).toEqual(
      new Set(['{"exchange":"bybit","via":"remote","checked":false}']),
    )
    expect(elsewhere({ include: 'trust' })).toHaveLength(10)
  })
})

describe('since when a pair has been paying', () => {
  const cheap = [
    board('okx', 'BUY', 41),
    board('okx', 'SELL', 40.9),
    board('bybit', 'BUY', 42),
    board('bybit', 'SELL', 41.9),
  ]
  const sinceMs = Date.UTC(2026, 10, 21, 10, 5)
  const pair = { buyExchange: 'okx', sellExchange: 'bybit', sizeUsdt: 250, sinceMs, seenMs: sinceMs }
  const ask = (search: string) => {
    const read = readQuery(arbitrage.query, new URLSearchParams(search), defaultPlans.Pro)
    if (!read.ok) throw new Error(read.problem.message)
    const answered = answerArbitrage(read.values, known({ paying: [pair] }, cheap))
    if ('problem' in answered) throw new Error(answered.problem.message)
    expect(arbitrage.answer.safeParse(answered.answer).error).toBeUndefined()
    return answered.answer
  }

  test('is returned on request, for the size nearest to the amount', () => {
    expect(ask('amount=10000&include=age').opportunities).toMatchObject([{ since: '2026-11-21T10:05:00.000Z' }])
    expect(ask('amount=30000&include=age').opportunities).toMatchObject([{ since: null }])
  })

  test('adds nothing to other answers: the same bytes as before', () => {
    for (const search of ['amount=10000', 'amount=10000&include=same_exchange'])
      expect(JSON.stringify(ask(search))).not.toContain('since')
    const { opportunities } = ask('amount=10000&include=age')
    expect(opportunities.map(({ since: _, ...rest }) => rest)).toEqual(ask('amount=10000').opportunities)
    expect(ask('amount=10000&include=age')).not.toHaveProperty('same_exchange')
  })
})

describe('rates of some exchanges and payment methods', () => {
  const wise = { paymentMethods: ['Wise'] }
  const shown = [...boards, board('mexc', 'BUY', 41.33, wise), board('mexc', 'SELL', 41.17, wise)]
  const ratesOf = (search: string) => {
    const read = readQuery(rates.query, new URLSearchParams(search), defaultPlans.Free)
    return read.ok ? answerRates(read.values, known({}, shown)) : read
  }

  test('have the best prices of these alone', () => {
    expect(ratesOf('')).toMatchObject({ answer: { best_buy: { exchange: 'okx' }, best_sell: { exchange: 'okx' } } })
    for (const search of ['exchange=bybit,mexc', 'exchange=mexc&exchange=bybit'])
      expect(ratesOf(search)).toMatchObject({
        answer: {
          best_buy: { price: 41.33, exchange: 'mexc' },
          best_sell: { price: 41.17, exchange: 'mexc' },
          exchanges: [{ exchange: 'bybit' }, { exchange: 'mexc' }],
        },
      })
    expect(ratesOf('payment_method=wise&include=confidence')).toMatchObject({
      answer: { exchanges: [{ exchange: 'mexc', buy: 41.33, sell: 41.17 }] },
    })
  })

  test('that have no price say so', () => {
    expect(ratesOf('exchange=okx&payment_method=wise')).toEqual({
      problem: {
        code: 'data_unavailable',
        message: 'These exchanges and payment methods do not have a price both to buy and to sell USDT for UAH now.',
      },
    })
    expect(ratesOf('payment_method=monobnk')).toMatchObject({
      problem: {
        message: expect.stringContaining('does not know this payment method. Did you mean `monobank`?'),
        suggestion: 'monobank',
      },
    })
    expect(ratesOf('exchange=kucoin')).toEqual({ problem: { code: 'data_unavailable', message: 'Nothing of kucoin.' } })
  })

  test('and a quote take each exchange once, and known ones alone', () => {
    expect(ratesOf('exchange=okx,okx')).toMatchObject({ ok: false, problem: { param: 'exchange' } })
    expect(ratesOf('exchange=okx,bybt')).toMatchObject({ ok: false, problem: { code: 'unsupported_exchange' } })
    const read = readQuery(quote.query, new URLSearchParams('amount=1000&exchange=bybit,mexc'), defaultPlans.Pro)
    if (!read.ok) throw new Error(read.problem.message)
    const answered = answerQuote(read.values, known({}, shown))
    expect(answered).toMatchObject({
      answer: { fills: [{ exchange: 'mexc' }], alternatives: [{ exchange: 'bybit' }, { exchange: 'mexc' }] },
    })
  })
})

describe('without data to return', () => {
  test('an exchange that does not trade the currency has no ads, any other is unavailable', () => {
    expect(bookOf('mexc', { isUntraded: (exchange) => exchange === 'mexc' })).toMatchObject({ answer: { ads: [] } })
    expect(bookOf('mexc')).toEqual({ problem: { code: 'data_unavailable', message: 'Nothing of mexc.' } })
  })

  test('a side without a price has a reason: no ads, or the smallest tradable amount', () => {
    expect(answerRates(ratesParams, known({}, []))).toEqual({
      problem: { code: 'data_unavailable', message: 'Nothing of anybody.' },
    })
    const onlyLarge = { minFiat: 100_000, maxFiat: 500_000 }
    const large = [board('okx', 'BUY', 41.3, onlyLarge), board('okx', 'SELL', 41.2, onlyLarge)]
    expect(answerRates(ratesParams, known({}, large))).toMatchObject({
      problem: { code: 'data_unavailable', smallestTrade: { buy: { exchange: 'okx' }, sell: { exchange: 'okx' } } },
    })
  })

  test('a quote without an amount, or with two, is refused: it is none of nothing', () => {
    const ask = (amount?: number, usdt?: number) => answerQuote({ ...quoteParams, amount, amount_usdt: usdt }, known())
    expect(ask()).toMatchObject({ problem: { code: 'invalid_parameter', param: 'amount' } })
    expect(ask(1, 1)).toMatchObject({ problem: { code: 'invalid_parameter', param: 'amount_usdt' } })
    expect(ask(1_000)).toMatchObject({ answer: { amount: 1_000, unfilled: null } })
    expect(ask(undefined, 30)).toMatchObject({ answer: { amount_usdt: 30, unfilled: null } })
  })
})
