import { describe, expect, test } from 'vitest'
import type { Board } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { judgeMarket } from '../trust/judge-market.js'
import { crossExchangeSpreadPct } from './cross-exchange-spread.js'
import { rates } from './rates.js'
import { roundMoney, roundPct, roundPrice } from './rounding.js'

describe('the spread between exchanges', () => {
  test('is the best pair of two different exchanges', () => {
    expect(
      crossExchangeSpreadPct([
        { exchange: 'binance', buy: 41.32, sell: 41.05 },
        { exchange: 'bybit', buy: 41.3, sell: 41 },
      ]),
    ).toBeCloseTo(-0.61, 2)
    expect(
      crossExchangeSpreadPct([
        { exchange: 'binance', buy: 41.32, sell: null },
        { exchange: 'bybit', buy: null, sell: 41.6 },
      ]),
    ).toBeCloseTo(0.68, 2)
  })

  test('is null without such a pair', () => {
    expect(crossExchangeSpreadPct([])).toBeNull()
    expect(crossExchangeSpreadPct([{ exchange: 'okx', buy: 41, sell: 42 }])).toBeNull()
    expect(
      crossExchangeSpreadPct([
        { exchange: 'okx', buy: 41, sell: null },
        { exchange: 'mexc', buy: 41, sell: null },
      ]),
    ).toBeNull()
  })
})

describe('rounding', () => {
  test('a price is shown with as many digits as it needs', () =>
    checkEach(
      [
        [0.78254999, 0.7825],
        [9.99995, 10],
        [41.32049, 41.32],
        [41.3205, 41.321],
        [25_345.678, 25_345.68],
        [100, 100],
      ] as const,
      ([price, shown]) => {
        expect(roundPrice(price)).toBe(shown)
      },
    ))

  test('money is rounded half away from zero', () =>
    checkEach(
      [
        [1.005, 1.01],
        [-1.005, -1.01],
        [2.675, 2.68],
        [-0.001, 0],
        [1e-9, 0],
        [-34.8236, -34.82],
        [1e21, 1e21],
      ] as const,
      ([value, rounded]) => {
        expect(Object.is(roundPct(value), rounded)).toBe(true)
        expect(roundMoney(value)).toBe(rounded)
      },
    ))

  test('refuses values other than figures', () => {
    expect(() => roundPct(Number.NaN)).toThrow(RangeError)
    expect(() => roundMoney(Number.POSITIVE_INFINITY)).toThrow(RangeError)
  })
})

describe('rates', () => {
  const around = (price: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ price: price + index * 0.01 }))

  test('lists exchanges in their order with the best price and the ads behind it', () => {
    const market = judgeMarket('UAH', [
      aBoard('kucoin', 'BUY', around(41.5, 3)),
      aBoard('binance', 'SELL', [{ price: 41.1 }, { price: 41.05 }]),
      aBoard('binance', 'BUY', around(41.51, 6)),
      aBoard('okx', 'BUY', []),
    ])
    expect(rates(market)).toMatchObject({
      fiat: 'UAH',
      bestBuy: { price: 41.5, exchange: 'kucoin' },
      bestSell: { price: 41.1, exchange: 'binance' },
      exchanges: [
        { exchange: 'binance', buy: 41.51, buyAds: 6, sell: 41.1, sellAds: 2 },
        { exchange: 'kucoin', buy: 41.5, buyAds: 3, sell: null, sellAds: 0 },
      ],
    })
  })

  test('leave out trusted ads that serve no normal caller', () => {
    const market = judgeMarket('UAH', [
      aBoard('okx', 'BUY', [{ price: 41.49, minFiat: 80_000, maxFiat: 900_000 }, ...around(41.5, 6)]),
    ])
    expect(market.boards[0]?.ads[0]).toMatchObject({ trusted: true, eligible: false, ad: { price: 41.49 } })
    expect(rates(market)).toMatchObject({ bestBuy: { price: 41.5 }, exchanges: [{ buy: 41.5, buyAds: 6 }] })
  })

  test('gives a tie to the exchange with more ads, then to the earlier one', () => {
    const best = (first: number, second: number) =>
      rates(
        judgeMarket('UAH', [aBoard('mexc', 'BUY', around(41.5, second)), aBoard('bybit', 'BUY', around(41.5, first))]),
      ).bestBuy?.exchange
    expect(best(3, 4)).toBe('mexc')
    expect(best(4, 4)).toBe('bybit')
  })

  test('is as new as the newest observation it used, on whatever page of a board that stood', () => {
    const seenAt = (exchange: string, ...pages: number[]) => ({
      ...aBoard(
        exchange,
        'BUY',
        around(41.5, 3).map((facts, index) => ({ ...facts, observedAtMs: pages[index] ?? Number.NaN })),
      ),
      observedAtMs: pages[0] ?? Number.NaN,
    })
    const empty = { ...aBoard('mexc', 'BUY', []), observedAtMs: 9_000 }
    const of = (...boards: Board[]) => rates(judgeMarket('UAH', [...boards, empty])).updatedAtMs
    expect(of(seenAt('bybit', 2_000, 2_000, 2_000), seenAt('okx', 1_000, 1_000, 1_000))).toBe(2_000)
    expect(of(seenAt('bybit', 2_000, 2_000, 2_000), seenAt('okx', 1_000, 2_500, 3_000))).toBe(3_000)
    expect(of()).toBeNull()
  })
})
