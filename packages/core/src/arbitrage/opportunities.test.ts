import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { judgeMarket } from '../trust/judge-market.js'
import { grossSpreadPct, netProfit } from './net-profit.js'
import { opportunities, sameExchangeOpportunities } from './opportunities.js'

describe('net profit', () => {
  test('each of these amounts and fees', () =>
    checkEach(
      [
        [10_000, 1, 41.6, 242.013553, 10_026.1638, 0.68, 26.16, 0.26],
        [1_000, 1, 41.6, 24.201355, 965.1764, 0.68, -34.82, -3.48],
        [50_000, 1, 41.6, 1210.067764, 50_297.219, 0.68, 297.22, 0.59],
        [1_000, 0, 41.9, 24.201355, 1_014.0368, 1.4, 14.04, 1.4],
      ] as const,
      ([amount, fee, sell, usdt, out, gross, net, netPct]) => {
        const prices = { buy: 41.32, sell }
        const profit = netProfit(amount, prices, fee)
        expect(profit.usdt).toBeCloseTo(usdt, 6)
        expect(profit.outFiat).toBeCloseTo(out, 4)
        expect(profit.netProfit).toBeCloseTo(net, 2)
        expect(profit.netProfitPct).toBeCloseTo(netPct, 2)
        expect(grossSpreadPct(prices)).toBeCloseTo(gross, 2)
      },
    ))
})

/** Prices differ by less than the gates, so that every ad is trusted. */
const market = (buy: readonly Partial<Ad>[], sell: readonly Partial<Ad>[]) =>
  judgeMarket('UAH', [
    aBoard('binance', 'BUY', [...buy, { price: 41.4 }, { price: 41.45 }, { price: 41.5 }, { price: 41.55 }]),
    aBoard('okx', 'SELL', [...sell, { price: 41.4 }, { price: 41.35 }, { price: 41.3 }, { price: 41.3 }]),
  ])

describe('opportunities', () => {
  test('show the best pair of ads for the amount with all its figures', () => {
    const [only, ...more] = opportunities(
      market([{ price: 41.32, stockUsdt: 500 }], [{ price: 41.6, paymentMethods: ['PUMB'] }]),
      {
        amountFiat: 10_000,
        feeUsdt: 1,
      },
    )
    expect(more).toEqual([])
    expect(only).toMatchObject({
      buyExchange: 'binance',
      sellExchange: 'okx',
      buyPrice: 41.32,
      sellPrice: 41.6,
      buyLimits: [1_000, 500 * 41.32],
      sellLimits: [1_000, 30_000],
      buyMethods: ['Monobank'],
      sellMethods: ['PUMB'],
    })
    expect(only?.netProfit).toBeCloseTo(26.16, 2)
    expect(only?.netProfitPct).toBeCloseTo(0.26, 2)
    expect(only?.grossSpreadPct).toBeCloseTo(0.68, 2)
  })

  test('stay listed when the fee eats the spread', () => {
    const [only] = opportunities(market([{ price: 41.32 }], [{ price: 41.6 }]), { amountFiat: 2_000, feeUsdt: 1 })
    expect(only?.netProfit).toBeLessThan(0)
    expect(only?.grossSpreadPct).toBeGreaterThan(0)
  })

  test('are none when the amount does not buy the fee, or nothing can take it', () => {
    const both = market([{ price: 41.32 }], [{ price: 41.6 }])
    expect(opportunities(both, { amountFiat: 40, feeUsdt: 1 })).toEqual([])
    expect(opportunities(both, { amountFiat: 900, feeUsdt: 0 })).toEqual([])
    expect(opportunities(both, { amountFiat: 1_000_000, feeUsdt: 0 })).toEqual([])
  })

  test('check the sell leg by the USDT that remain, not by the amount paid', () => {
    const exact = market([{ price: 41.32 }], [{ price: 41.6, minFiat: 10_050 }])
    const [only] = opportunities(exact, { amountFiat: 10_000, feeUsdt: 1 })
    expect(only?.sellPrice).toBe(41.4)
    const [fits] = opportunities(exact, { amountFiat: 10_000, feeUsdt: 0 })
    expect(fits?.sellPrice).toBe(41.6)
  })

  test('spread a large amount over up to three ads a leg', () => {
    const [only] = opportunities(market([{ price: 41.32 }, { price: 41.34 }], [{ price: 41.6 }, { price: 41.55 }]), {
      amountFiat: 60_000,
      feeUsdt: 1,
    })
    expect(only?.buyFills.map(({ ad }) => ad.price)).toEqual([41.32, 41.34])
    expect(only?.sellFills.map(({ ad }) => ad.price)).toEqual([41.6, 41.55, 41.4])
    expect(only?.buyPrice).toBeCloseTo(60_000 / (30_000 / 41.32 + 30_000 / 41.34), 9)
    expect(only?.buyLimits).toEqual([2_000, 60_000])
  })

  test('take several ads where no single pair earns a profit', () => {
    const large = { maxFiat: 90_000 }
    const buyAt = (price: number) => {
      const both = market([{ price: 41.32 }, { price: 41.34 }, { price, ...large }], [{ price: 41.6, ...large }])
      return opportunities(both, { amountFiat: 60_000, feeUsdt: 1 })[0]?.buyFills.map(({ ad }) => ad.price)
    }
    expect(buyAt(41.5)).toEqual([41.5])
    expect(buyAt(41.6)).toEqual([41.32, 41.34])
  })

  test('need some weight on both legs where the whole market is thin', () => {
    const thin = (merchant: boolean) =>
      judgeMarket('KGS', [
        aBoard('binance', 'BUY', [{ price: 87, completedOrders: 900, merchant }], 'KGS'),
        aBoard('okx', 'SELL', [{ price: 87.5, completedOrders: 900, merchant: true }], 'KGS'),
      ])
    // One ordinary advertiser weighs just below 1, a verified one more.
    expect(opportunities(thin(false), { amountFiat: 2_000, feeUsdt: 0 })).toEqual([])
    expect(thin(true).confidence.BUY.level).toBe('low')
    expect(opportunities(thin(true), { amountFiat: 2_000, feeUsdt: 0 })).toHaveLength(1)
  })

  test('are best net first and thirty at most', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const many = judgeMarket(
      'UAH',
      ids.flatMap((id, at) => [
        aBoard(
          id,
          'BUY',
          [41.3, 41.35, 41.4].map((price) => ({ price: price + at / 100 })),
        ),
        aBoard(
          id,
          'SELL',
          [41.6, 41.55, 41.5].map((price) => ({ price: price - at / 100 })),
        ),
      ]),
    )
    const found = opportunities(many, { amountFiat: 10_000, feeUsdt: 1 })
    expect(found).toHaveLength(30)
    expect(found.map(({ netProfit }) => netProfit)).toEqual(
      found.map(({ netProfit }) => netProfit).sort((a, b) => b - a),
    )
    expect(new Set(found.map(({ buyExchange, sellExchange }) => `${buyExchange}>${sellExchange}`)).size).toBe(30)
  })
})

test('a crossed exchange pays by itself: nothing is moved, no fee is due, and pairs of exchanges stay a list of their own', () => {
  const ads = (best: number, step: number) => [0, 1, 2, 3, 4].map((place) => ({ price: best + place * step }))
  const crossed = judgeMarket(
    'UAH',
    ['binance', 'bybit', 'okx'].flatMap((exchange) => [
      aBoard(exchange, 'BUY', ads(45.15, 0.05)),
      aBoard(exchange, 'SELL', ads(47.5, -0.05)),
    ]),
  )
  const found = sameExchangeOpportunities(crossed, { amountFiat: 10_000 })
  expect(found.map(({ buyExchange, sellExchange }) => [buyExchange, sellExchange])).toEqual([
    ['binance', 'binance'],
    ['bybit', 'bybit'],
    ['okx', 'okx'],
  ])
  for (const { netProfit, netProfitPct, grossSpreadPct } of found) {
    expect(netProfit).toBeCloseTo(10_000 * (47.5 / 45.15 - 1), 6)
    expect(netProfitPct).toBeCloseTo(grossSpreadPct, 9)
  }
  const between = opportunities(crossed, { amountFiat: 10_000, feeUsdt: 1 })
  expect(between.length).toBe(6)
  expect(between.every(({ buyExchange, sellExchange }) => buyExchange !== sellExchange)).toBe(true)
})

test('an ordinary exchange has no profitable trip by itself', () => {
  const ordinary = judgeMarket('UAH', [
    aBoard(
      'binance',
      'BUY',
      [41.4, 41.45, 41.5, 41.55].map((price) => ({ price })),
    ),
    aBoard(
      'binance',
      'SELL',
      [41.2, 41.15, 41.1, 41.05].map((price) => ({ price })),
    ),
  ])
  expect(sameExchangeOpportunities(ordinary, { amountFiat: 10_000 })).toEqual([])
})
