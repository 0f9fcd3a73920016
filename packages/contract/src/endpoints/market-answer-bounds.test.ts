import { judgeMarket, normalRules, rates as ratesOf } from '@p2p-rates/core'
import { aBoard } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../endpoint/define-endpoint.js'
import type { MarketData } from '../endpoint/market-data.js'
import { costParams, noAdFilterParams, quoteParams, ratesParams } from '../testing/market-data.js'
import { answerArbitrage, arbitrage } from './prices/arbitrage.js'
import { answerOrderbook, orderbook } from './prices/orderbook.js'
import { answerQuote, quote } from './prices/quote.js'
import { answerRates, rates } from './prices/rates.js'

const acceptsIn = (endpoint: Pick<Endpoint, 'answer' | 'example'>, list: string) => (more: object) => {
  const example = endpoint.example as Readonly<Record<string, readonly object[]>>
  const [first, ...others] = example[list] ?? []
  return endpoint.answer.safeParse({ ...example, [list]: [{ ...first, ...more }, ...others] }).success
}

describe.each([
  ['an ad', 'completion_rate', acceptsIn(orderbook, 'ads')],
  ['a fill', 'completion_pct', acceptsIn(quote, 'fills')],
])('the record of %s', (_, completion, accepts) => {
  test('is a share of 0 to 100 percent and a whole number of orders, or unknown', () => {
    expect([0, 98.76, 100, null].filter((share) => !accepts({ [completion]: share }))).toEqual([])
    expect([-0.01, 100.01, 9_876, '98', undefined].filter((share) => accepts({ [completion]: share }))).toEqual([])
    expect([0, 640, null].filter((completed_orders) => !accepts({ completed_orders }))).toEqual([])
    expect([-1, 0.5, '640', undefined].filter((completed_orders) => accepts({ completed_orders }))).toEqual([])
  })

  test('comes with a price above 0 and limits from 0 up', () => {
    expect([{ price: 0 }, { price: -41 }, { min_amount: -1 }, { max_amount: -0.01 }].filter(accepts)).toEqual([])
    expect(accepts({ price: 1e-9, min_amount: 0, max_amount: 0 })).toBe(true)
  })
})

describe('what an ad shows with include=trust', () => {
  const accepts = acceptsIn(orderbook, 'ads')

  test('is bounded: a score from 0 to 1, stock that is there, a time in UTC', () => {
    expect(
      [{ score: 0 }, { score: 1 }, { available_usdt: 0 }, { merchant: null }, { url: null }].filter((m) => !accepts(m)),
    ).toEqual([])
    const wrong = [{ score: 1.01 }, { score: -0.01 }, { score: null }, { available_usdt: -1 }, { merchant: 'yes' }]
    expect([...wrong, { eligible: null }, { observed_at: null }, { reasons: null }].filter(accepts)).toEqual([])
  })
})

describe('an opportunity', () => {
  const accepts = acceptsIn(arbitrage, 'opportunities')

  test('may lose money, has two limits on each side, and no third', () => {
    expect(accepts({ net_profit: -12.5, net_profit_pct: -0.13, gross_spread_pct: 0 })).toBe(true)
    const limits = [[1], [1, 2, 3], [-1, 2], [1, null], 1_000]
    for (const side of ['buy_limits', 'sell_limits'])
      expect(limits.filter((pair) => accepts({ [side]: pair }))).toEqual([])
  })

  test('is one of thirty at most, and the fee lies between 0 and 1,000', () => {
    const [one] = arbitrage.example.opportunities
    const list = (length: number) => ({ ...arbitrage.example, opportunities: Array.from({ length }, () => one) })
    expect([0, 30, 31].map((length) => arbitrage.answer.safeParse(list(length)).success)).toEqual([true, true, false])
    const fees = [0, 1_000, 1_000.01, -0.01]
    expect(
      fees.map((fee) => arbitrage.answer.safeParse({ ...arbitrage.example, transfer_fee_usdt: fee }).success),
    ).toEqual([true, true, false, false])
  })
})

test('an unfilled amount has a known reason', () => {
  const accepts = (unfilled: unknown) => quote.answer.safeParse({ ...quote.example, unfilled }).success
  for (const reason of ['no_ads', 'below_minimum', 'not_enough_depth'])
    expect(accepts({ amount: 0.01, reason })).toBe(true)
  expect([{ amount: 1, reason: 'tired' }, { amount: -1, reason: 'no_ads' }, { amount: 1 }].filter(accepts)).toEqual([])
})

test('a side of an exchange has no price and no ads, or a price above 0 and a whole number of them', () => {
  const accepts = acceptsIn(rates, 'exchanges')
  expect(accepts({ buy: null, buy_ads: 0 })).toBe(true)
  expect([{ buy: 0 }, { sell: -1 }, { buy_ads: -1 }, { sell_ads: 1.5 }, { exchange: 'OKX' }].filter(accepts)).toEqual(
    [],
  )
})

describe('one market', () => {
  const asks = [41.3, 41.31, 41.32, 41.33, 41.34, 41.35]
  const bids = [41.2, 41.19, 41.18, 41.17, 41.16, 41.15]
  const board = (exchange: string, higher = 0) => [
    aBoard(
      exchange,
      'BUY',
      asks.map((price) => ({ price: Number((price + higher).toFixed(2)), nickname: `${exchange} ${price}` })),
    ),
    aBoard(
      exchange,
      'SELL',
      bids.map((price) => ({ price: Number((price + higher).toFixed(2)), nickname: `${exchange} ${price}` })),
    ),
  ]
  const boards = [...board('okx'), ...board('bybit', 0.02), ...board('mexc', 0.2)]
  const market = judgeMarket('UAH', boards)
  const known: MarketData = {
    fiat: 'UAH',
    market,
    rates: ratesOf(market),
    rules: normalRules,
    paying: [],
    isSimulated: true,
    ofMethods: () => market,
    expected: () => [],
    isUntraded: () => false,
    unavailable: (exchange) => ({ code: 'data_unavailable', message: `Nothing of ${exchange ?? 'anybody'}.` }),
  }
  const quoted = (more: object) => {
    const answered = answerQuote({ ...quoteParams, amount: undefined, amount_usdt: undefined, ...more }, known)
    if ('problem' in answered) throw new Error(answered.problem.message)
    return answered.answer
  }

  test('is asked for one exchange alone, and then fills come from nowhere else', () => {
    const { fills } = quoted({ amount: 100_000, exchange: ['mexc'] })
    expect(new Set(fills.map(({ exchange }) => exchange))).toEqual(new Set(['mexc']))
    expect(fills.length).toBeGreaterThan(1)
  })

  test('is asked for an exchange that is silent, and says which', () => {
    expect(answerQuote({ ...quoteParams, amount: 1_000, amount_usdt: undefined, exchange: ['kucoin'] }, known)).toEqual(
      {
        problem: { code: 'data_unavailable', message: 'Nothing of kucoin.' },
      },
    )
    const untraded = { ...known, isUntraded: () => true }
    expect(
      answerQuote({ ...quoteParams, amount: 1_000, amount_usdt: undefined, exchange: ['kucoin'] }, untraded),
    ).toMatchObject({
      answer: { fills: [], average_price: null, unfilled: { amount: 1_000, reason: 'no_ads' } },
    })
  })

  test('sells to the highest bids first and buys from the lowest asks first', () => {
    const prices = (side: 'BUY' | 'SELL') => quoted({ amount: 150_000, side }).fills.map(({ price }) => price)
    expect(prices('BUY')).toEqual(prices('BUY').toSorted((a, b) => a - b))
    expect(prices('SELL')).toEqual(prices('SELL').toSorted((a, b) => b - a))
    expect([prices('BUY')[0], prices('SELL')[0]]).toEqual([41.3, 41.4])
  })

  test('a remainder is in USDT for a request in USDT, and in fiat for one in fiat', () => {
    const inUsdt = quoted({ amount_usdt: 1_000_000 })
    const inFiat = quoted({ amount: 41_300_000 })
    expect(inUsdt.total_usdt + (inUsdt.unfilled?.amount ?? 0)).toBeCloseTo(1_000_000, 4)
    expect(inFiat.total_fiat + (inFiat.unfilled?.amount ?? 0)).toBeCloseTo(41_300_000, 1)
    expect([inUsdt.unfilled?.reason, inFiat.unfilled?.reason]).toEqual(['not_enough_depth', 'not_enough_depth'])
  })

  test('says that it is simulated where more than the specified fields was asked for', () => {
    const told = (include: readonly ('confidence' | 'rails')[] | undefined) =>
      answerRates({ ...ratesParams, include }, known)
    expect(told(['rails'])).toMatchObject({ answer: { simulated: true, rails: { buy: [], sell: [] } } })
    expect(told(undefined)).not.toHaveProperty('answer.simulated')
  })

  test('pairs exchanges by what the fee leaves: a dearer transfer never earns more', () => {
    const best = (fee: number) => {
      const answered = answerArbitrage(
        { ...costParams, fiat: 'UAH', amount: 10_000, transfer_fee_usdt: fee, include: undefined },
        known,
      )
      return 'answer' in answered ? answered.answer.opportunities[0] : undefined
    }
    expect(best(0)).toMatchObject({ buy_exchange: 'okx', sell_exchange: 'mexc', net_profit: expect.any(Number) })
    const profits = [0, 1, 5, 20].map((fee) => best(fee)?.net_profit ?? Number.NaN)
    expect(profits).toEqual(profits.toSorted((a, b) => b - a))
    expect(profits[0]).toBeGreaterThan(0)
    expect(profits[3]).toBeLessThan(0)
  })

  test('shows as many ads of an exchange as were asked for, and repeats the filter as it was sent', () => {
    const book = (rows: number, ...methods: string[]) => {
      const query = { exchange: 'okx', fiat: 'UAH', side: 'BUY', rows, amount: undefined, include: undefined } as const
      const asked = { ...noAdFilterParams, payment_method: methods.length === 0 ? undefined : methods }
      const answered = answerOrderbook({ ...asked, ...query }, known)
      return 'answer' in answered ? answered.answer : null
    }
    expect(book(3)).toMatchObject({ count: 3, payment_method: null, ads: asks.slice(0, 3).map((price) => ({ price })) })
    expect(book(100, 'MoNo')).toMatchObject({ count: asks.length, payment_method: 'MoNo' })
    expect(book(100, 'MoNo', 'wise')).toMatchObject({ payment_method: 'MoNo,wise' })
  })
})
