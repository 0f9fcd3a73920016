import type { Ad, TakerDemands } from '@p2p-rates/core'
import { aBoard } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { answerConvert, convert } from '../endpoints/prices/convert.js'
import { methodsOfMarket } from '../endpoints/prices/methods.js'
import { orderbookOfMarket } from '../endpoints/prices/orderbook.js'
import { quoteOfMarket } from '../endpoints/prices/quote.js'
import { ratesOfMarket } from '../endpoints/prices/rates.js'
import { formulaOfMarket } from '../endpoints/rules/formula-price.js'
import { marketEndpoints } from '../generated/registry.js'
import { someMarketData } from '../testing/market-data.js'
import { callerInputs } from './caller-inputs.js'
import { readQuery } from './input.js'
import { forCaller, type MarketData, type MarketEndpoint } from './market-data.js'
import { defaultPlans } from './plans.js'

const nothing: TakerDemands = {
  minOrders: null,
  minCompletionPct: null,
  minAccountAgeDays: null,
  extraVerification: false,
}

/** Ads one hundredth apart; the first one asks something of its takers. */
const board = (
  exchange: string,
  side: 'BUY' | 'SELL',
  best: number,
  asked: Partial<TakerDemands>,
  facts: Partial<Ad> = {},
) =>
  aBoard(
    exchange,
    side,
    Array.from({ length: 12 }, (_, index) => ({
      price: Number((best + (side === 'BUY' ? index : -index) * 0.01).toFixed(2)),
      nickname: `${exchange} ${side} ${index}`,
      paymentMethods: index === 1 ? ['PrivatBank'] : ['Monobank', 'PrivatBank'],
      takerDemands: index === 0 ? { ...nothing, ...asked } : null,
      ...facts,
    })),
  )

const known = someMarketData([
  board('okx', 'BUY', 41.3, { minOrders: 50 }),
  board('okx', 'SELL', 41.2, { minAccountAgeDays: 90 }),
  board('bybit', 'BUY', 41.33, { extraVerification: true }),
  board('bybit', 'SELL', 41.18, { minCompletionPct: 99 }),
])

const ask = ({ endpoint, answer }: MarketEndpoint, question: string, data: MarketData = known) => {
  const read = readQuery(endpoint.query, new URLSearchParams(question), defaultPlans.Business)
  return read.ok ? answer(read.values, data) : read
}

describe('prices are those of the person who asks', () => {
  test('who meets the demands of an ad gets its price', () => {
    expect(ask(ratesOfMarket, '')).toMatchObject({ answer: { best_buy: { price: 41.31, exchange: 'okx' } } })
    expect(ask(ratesOfMarket, 'my_orders=50')).toMatchObject({ answer: { best_buy: { price: 41.3, exchange: 'okx' } } })
    expect(ask(ratesOfMarket, 'my_orders=49')).toMatchObject({ answer: { best_buy: { price: 41.31 } } })
    expect(ask(ratesOfMarket, 'my_account_days=90')).toMatchObject({ answer: { best_sell: { price: 41.2 } } })
    expect(ask(quoteOfMarket, 'amount=1000&my_orders=50')).toMatchObject({ answer: { fills: [{ price: 41.3 }] } })
  })

  test('exchanges without an account of theirs have no part in any price', () => {
    expect(ask(ratesOfMarket, 'my_exchanges=bybit&my_verified=true')).toMatchObject({
      answer: { best_buy: { price: 41.33, exchange: 'bybit' }, exchanges: [{ exchange: 'bybit' }] },
    })
    expect(ask(orderbookOfMarket, 'exchange=all&my_exchanges=bybit')).toMatchObject({
      answer: {
        missing_exchanges: [],
        ads: expect.not.arrayContaining([expect.objectContaining({ exchange: 'okx' })]),
      },
    })
    expect(ask(quoteOfMarket, 'amount=1000&exchange=okx&my_exchanges=bybit')).toMatchObject({
      ok: false,
      problem: {
        param: 'my_exchanges',
        message: '`my_exchanges` must be a list with at least one exchange that the question names.',
      },
    })
    expect(ask(formulaOfMarket, 'exchanges=okx&my_exchanges=bybit')).toMatchObject({ ok: false })
    expect(ask(formulaOfMarket, 'exchanges=okx,bybit&my_exchanges=bybit')).toMatchObject({
      answer: { basis: { exchanges: ['bybit'] } },
    })
  })

  test('their payment methods apply until the question names others', () => {
    const price = (question: string) => ask(ratesOfMarket, `my_orders=0&my_exchanges=okx&${question}`)
    expect(price('')).toMatchObject({ answer: { best_buy: { price: 41.31 } } })
    expect(price('my_methods=monobank')).toMatchObject({ answer: { best_buy: { price: 41.32 } } })
    expect(price('my_methods=monobank&payment_method=privatbank')).toMatchObject({
      answer: { best_buy: { price: 41.31 } },
    })
  })

  test('only their payment methods have a price', () => {
    const listed = (question: string) => ask(methodsOfMarket, question) as { answer: { methods: { id: string }[] } }
    expect(listed('').answer.methods.length).toBeGreaterThan(1)
    expect(listed('my_methods=monobank').answer.methods.map(({ id }) => id)).toEqual(['monobank'])
  })

  test('both legs of a conversion are theirs', () => {
    const legs = (question: string) => {
      const read = readQuery(
        convert.query,
        new URLSearchParams(`from=UAH&to=KZT&amount=20000&${question}`),
        defaultPlans.Pro,
      )
      if (!read.ok) throw new Error(read.problem.message)
      return answerConvert(read.values, { from: known, to: known, official: { from: null, to: null } })
    }
    expect(legs('my_exchanges=bybit')).toMatchObject({
      answer: { buy: { exchange: 'bybit', average_price: 41.34 }, sell: { exchange: 'bybit', average_price: 41.17 } },
    })
    expect(legs('my_exchanges=okx&my_orders=50&my_account_days=90')).toMatchObject({
      answer: { buy: { average_price: 41.3 }, sell: { average_price: 41.2 } },
    })
  })
})

test('a profile tells for whom the prices are, and what another record would bring', () => {
  expect(ask(ratesOfMarket, 'include=profile&my_orders=3&my_exchanges=okx')).toMatchObject({
    answer: {
      profile: { orders: 3, completion_pct: 95, account_days: 30, verified: false, exchanges: ['okx'], methods: null },
      steps: [
        { caller: 'newcomer', best_buy: { price: 41.31 }, best_sell: { price: 41.19 } },
        { caller: 'usual', best_buy: { price: 41.31 } },
        { caller: 'experienced', orders: 100, best_buy: { price: 41.3 }, best_sell: { price: 41.2 } },
      ],
    },
  })
})

test('each ad has its demands, and `takes_you` if the person who asks meets them', () => {
  const first = (question: string) => ask(orderbookOfMarket, `exchange=okx&include=demands&rows=1&${question}`)
  const demands = { min_orders: 50, min_completion_pct: null, min_account_days: null, verified: false }
  expect(first('')).toMatchObject({ answer: { ads: [{ price: 41.3, demands, takes_you: false }] } })
  expect(first('my_orders=50')).toMatchObject({ answer: { ads: [{ price: 41.3, demands, takes_you: true }] } })
})

test('the counts are of all ads that match, and the eligible ones depend on the caller', () => {
  const counts = (question: string) => ask(orderbookOfMarket, `exchange=okx&include=counts&rows=1&${question}`)
  expect(counts('')).toMatchObject({ answer: { count: 1, counts: { ads: 12, trusted: 12, eligible: 11 } } })
  expect(counts('my_orders=50')).toMatchObject({ answer: { count: 1, counts: { ads: 12, trusted: 12, eligible: 12 } } })
  expect(counts('trusted=true&amount=1')).toMatchObject({ answer: { counts: { ads: 0, trusted: 0, eligible: 0 } } })
})

test('the price of each payment method for an amount is of an ad that takes the amount', () => {
  const small = { minFiat: 500, maxFiat: 5_000, stockUsdt: null }
  const data = someMarketData([board('okx', 'BUY', 41.3, {}, small), board('bybit', 'BUY', 41.5, {})])
  expect(ask(methodsOfMarket, 'amount=4000', data)).toMatchObject({
    answer: { methods: [{ price: 41.3, exchange: 'okx' }, { price: 41.3 }] },
  })
  expect(ask(methodsOfMarket, 'amount=9000', data)).toMatchObject({
    answer: { methods: [{ price: 41.5, exchange: 'bybit' }, { price: 41.5 }] },
  })
})

test('every answer from one market is for the person who asks', () => {
  for (const { endpoint } of Object.values(marketEndpoints)) expect(endpoint.query).toMatchObject(callerInputs)
})

test('a question that says nothing about them gets the market itself', () => {
  expect(forCaller(known, {})).toBe(known)
  expect(forCaller(known, { my_orders: 10, my_verified: undefined })).toBe(known)
})
