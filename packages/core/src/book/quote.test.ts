import { describe, expect, test } from 'vitest'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { quote } from './quote.js'

const demanding = { minOrders: 500, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false }
const market = judgeMarket('UAH', [
  aBoard('okx', 'BUY', [
    { price: 41.2, takerDemands: demanding },
    { price: 41.3, maxFiat: 10_000, paymentMethods: ['PrivatBank'] },
    { price: 41.4 },
    { price: 41.45, completedOrders: 3 },
    { price: 41.5 },
  ]),
  aBoard('bybit', 'BUY', [{ price: 41.35 }, { price: 41.42 }, { price: 41.5 }]),
  aBoard('bybit', 'SELL', [{ price: 41 }, { price: 40.95 }]),
])
const fiat = (value: number) => ({ unit: 'fiat', value }) as const

describe('a quote', () => {
  test('takes the trusted ads that a normal caller may take, on one exchange where a second gains too little', () => {
    const answer = quote(market, { side: 'BUY', amount: fiat(30_000) })
    expect(answer.fills.map(({ ad, fiat }) => [ad.exchange, ad.price, fiat])).toEqual([['bybit', 41.35, 30_000]])
    expect(answer.plans).toHaveLength(1)
    expect(answer.unfilled).toBeNull()
  })

  test('takes the best price wherever it is if time and transfers cost nothing', () => {
    const costs = { transferFeeUsdt: 0, tradeWorthUsdt: 0 }
    const answer = quote(market, { side: 'BUY', amount: fiat(30_000), costs })
    expect(answer.fills.map(({ ad, fiat }) => [ad.exchange, ad.price, fiat])).toEqual([
      ['okx', 41.3, 10_000],
      ['bybit', 41.35, 20_000],
    ])
    expect(answer.usdt).toBeCloseTo(10_000 / 41.3 + 20_000 / 41.35, 9)
    expect(answer.averagePrice).toBeCloseTo(30_000 / answer.usdt, 9)
    expect(answer.worstPrice).toBe(41.35)
    expect(answer.plans.map(({ fills }) => fills.length)).toEqual([1, 2])
  })

  test('shows what each exchange alone would make of it', () => {
    const { alternatives } = quote(market, { side: 'BUY', amount: fiat(30_000) })
    expect(alternatives.map(({ exchange, worstPrice }) => [exchange, worstPrice])).toEqual([
      ['bybit', 41.35],
      ['okx', 41.4],
    ])
  })

  test('narrows to one exchange and to wanted payment methods', () => {
    const answer = quote(market, {
      side: 'BUY',
      amount: fiat(8_000),
      exchange: 'okx',
      accepts: (ad) => ad.paymentMethods.includes('Monobank'),
    })
    expect(answer.fills.map(({ ad }) => ad.price)).toEqual([41.4])
    expect(answer.alternatives.map(({ exchange }) => exchange)).toEqual(['okx'])
  })

  test('sells an amount of USDT for its proceeds', () => {
    const answer = quote(market, { side: 'SELL', amount: { unit: 'usdt', value: 1_000 } })
    expect(answer.fills.map(({ ad }) => ad.price)).toEqual([41, 40.95])
    expect(answer.fiat).toBeCloseTo(30_000 + (1_000 - 30_000 / 41) * 40.95, 6)
    expect(answer.worstPrice).toBe(40.95)
  })

  test('takes as many ads as needed if three do not suffice, and returns the remainder', () => {
    const answer = quote(market, { side: 'BUY', amount: fiat(1_000_000) })
    expect(answer.fills).toHaveLength(6)
    expect(answer.unfilled).toEqual({ value: 1_000_000 - 5 * 30_000 - 10_000, reason: 'not_enough_depth' })
  })

  test.each([
    [fiat(500), {}, 'below_minimum'],
    [fiat(5_000), { accepts: () => false }, 'no_ads'],
    [fiat(5_000), { exchange: 'mexc' }, 'no_ads'],
  ] as const)('names the reason when no amount could be filled: %o %o', (amount, narrower, reason) => {
    const answer = quote(market, { side: 'BUY', amount, ...narrower })
    expect(answer).toMatchObject({ fills: [], averagePrice: null, worstPrice: null, fiat: 0, usdt: 0 })
    expect(answer.unfilled).toEqual({ value: amount.value, reason })
  })

  test('is as certain as its side while the amount fits, never certain beyond, and nothing without a fill', () => {
    const sure = market.confidence.BUY
    const confidence = (value: number) => quote(market, { side: 'BUY', amount: fiat(value) }).confidence
    expect(confidence(30_000)).toEqual(sure)
    expect(confidence(1_000_000)).toEqual({ level: 'medium', reasons: [...sure.reasons, 'amount_does_not_fit'] })
    expect(confidence(500)).toEqual({ level: 'low', reasons: [...sure.reasons, 'amount_does_not_fit'] })
  })
})
