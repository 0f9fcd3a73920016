import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { marketIndex } from '../reference/market-index.js'
import { aBoard } from '../testing/an-ad.js'
import { anyMarket } from '../testing/any-market.js'
import { judgeMarket } from '../trust/judge-market.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { type Conversion, conversion, conversionCosts, crossRate } from './conversion.js'
import { usualCosts } from './plan-trades.js'
import { quote } from './quote.js'

const seed = Number(process.env.SEED)

const asks = (exchange: string, facts: readonly Partial<Ad>[]) => aBoard(exchange, 'BUY', facts)
const bids = (exchange: string, price: number, facts: Partial<Ad> = {}) =>
  aBoard(
    exchange,
    'SELL',
    [0, 1, 2].map((at) => ({ price: price - at, minFiat: 5_000, maxFiat: 400_000, ...facts })),
    'KZT',
  )
const hryvnias = judgeMarket('UAH', [
  asks('okx', [{ price: 41.3 }, { price: 41.4 }, { price: 41.5 }]),
  asks('bybit', [{ price: 41.6 }, { price: 41.65 }, { price: 41.7 }]),
])
const tenge = judgeMarket('KZT', [bids('okx', 470), bids('bybit', 474)])
const go = (amountFiat: number, feeUsdt = 1, from = hryvnias, to = tenge) =>
  conversion(from, to, { amountFiat, feeUsdt })
const way = ({ buy, sell }: Conversion) => [buy?.exchange, sell?.exchange]

describe('the way', () => {
  test('is the pair of exchanges through which most arrives', () => {
    const found = go(20_650)
    expect(way(found)).toEqual(['okx', 'bybit'])
    expect(found.buy?.usdt).toBeCloseTo(500, 6)
    expect(found.sell?.usdt).toBeCloseTo(499, 6)
    expect(found.sell?.fiat).toBeCloseTo(499 * 474, 4)
    expect(found).toMatchObject({ feeUsdt: 1, unfilled: null })
  })

  test('stays on one exchange where moving costs more than it brings, and then nothing is moved', () => {
    const found = go(4_130, 5)
    expect(way(found)).toEqual(['bybit', 'bybit'])
    expect(found.feeUsdt).toBe(0)
    expect(found.sell?.usdt).toBeCloseTo(4_130 / 41.6, 6)
  })

  test('leads past an exchange that is cheap and cannot take the whole', () => {
    const small = judgeMarket('UAH', [
      asks('okx', [
        { price: 41.3, maxFiat: 2_000 },
        { price: 41.31, maxFiat: 2_000 },
        { price: 41.32, maxFiat: 2_000 },
      ]),
      asks('bybit', [{ price: 41.6 }, { price: 41.65 }, { price: 41.7 }]),
    ])
    expect(way(go(20_000, 1, small))).toEqual(['bybit', 'bybit'])
  })
})

describe('what cannot be converted as a whole', () => {
  test('without ads to buy from, is in the currency of the payment', () => {
    const found = go(500_000)
    expect(found).toMatchObject({ sell: null, unfilled: { leg: 'buy', reason: 'not_enough_depth' } })
    expect(found.unfilled?.value).toBeCloseTo(500_000 - 90_000, 4)
    expect(go(10)).toMatchObject({ unfilled: { leg: 'buy', value: 10, reason: 'below_minimum' } })
    const none = judgeMarket('UAH', [asks('okx', [])])
    expect(go(1_000, 1, none)).toMatchObject({ buy: null, unfilled: { leg: 'buy', value: 1_000, reason: 'no_ads' } })
  })

  test('for want of takers, in USDT', () => {
    const narrow = judgeMarket('KZT', [bids('bybit', 474, { maxFiat: 47_400 })])
    const found = go(41_300, 0, hryvnias, narrow)
    expect(found.unfilled).toMatchObject({ leg: 'sell', reason: 'not_enough_depth' })
    expect((found.sell?.usdt ?? 0) + (found.unfilled?.value ?? 0)).toBeCloseTo(found.buy?.usdt ?? 0, 6)
    const none = judgeMarket('KZT', [aBoard('okx', 'SELL', [], 'KZT')])
    expect(go(4_130, 1, hryvnias, none).unfilled).toMatchObject({ leg: 'sell', reason: 'no_ads' })
  })

  test('since moving takes all that was bought', () => {
    const elsewhere = judgeMarket('KZT', [bids('mexc', 474)])
    expect(go(4_130, 200, hryvnias, elsewhere)).toMatchObject({ sell: null, unfilled: { reason: 'below_fee' } })
  })

  test('is never certain, and has no costs', () => {
    const found = go(500_000)
    expect(found.confidence.reasons).toContain('amount_does_not_fit')
    expect(conversionCosts(found, { from: 41, to: 475 })).toBeNull()
  })
})

describe('the costs', () => {
  test('are the premium when buying, the transfer, and the discount when selling', () => {
    const costs = conversionCosts(go(20_650), { from: 41, to: 475 })
    expect(costs?.buy).toBeCloseTo(500 * 0.3, 6)
    expect(costs?.transfer).toBe(41)
    expect(costs?.sell).toBeCloseTo((499 * 41) / 475, 6)
  })

  test('are a gain where people pay more than the index', () => {
    const costs = conversionCosts(go(20_650, 0), { from: 42, to: 470 })
    expect(costs?.buy).toBeLessThan(0)
    expect(costs?.sell).toBeLessThan(0)
  })
})

const judged = anyMarket.map((boards) => judgeMarket('UAH', boards))

function slowBest(from: TrustedMarket, to: TrustedMarket, amountFiat: number, feeUsdt: number): number | null {
  const exchanges = [...new Set([...from.boards, ...to.boards].map(({ exchange }) => exchange))]
  let best: { readonly net: number; readonly received: number } | null = null
  for (const one of exchanges)
    for (const other of exchanges) {
      const buy = quote(from, { side: 'BUY', amount: { unit: 'fiat', value: amountFiat }, exchange: one })
      const usdt = buy.usdt - (one === other ? 0 : feeUsdt)
      if (buy.fills.length === 0 || buy.unfilled !== null || usdt <= 0) continue
      const sell = quote(to, { side: 'SELL', amount: { unit: 'usdt', value: usdt }, exchange: other })
      if (sell.fills.length === 0 || sell.unfilled !== null) continue
      const time = (buy.fills.length + sell.fills.length) * usualCosts.tradeWorthUsdt * (sell.averagePrice ?? 0)
      if (best === null || sell.fiat - time > best.net) best = { net: sell.fiat - time, received: sell.fiat }
    }
  return best?.received ?? null
}

test('no pair of exchanges brings more, and costs add up to the loss', () => {
  fc.assert(
    fc.property(
      judged,
      judged,
      fc.double({ min: 500, max: 60_000, noNaN: true }),
      fc.constantFrom(0, 1, 20),
      (from, to, amountFiat, feeUsdt) => {
        const found = conversion(from, to, { amountFiat, feeUsdt })
        const best = slowBest(from, to, amountFiat, feeUsdt)
        expect(found.unfilled === null).toBe(best !== null)
        fc.pre(best !== null)
        expect((found.sell?.fiat ?? 0) / best).toBeCloseTo(1, 9)
        const [paid, wanted] = [marketIndex(from)?.value, marketIndex(to)?.value]
        fc.pre(paid !== undefined && wanted !== undefined)
        const worth = { from: paid, to: wanted }
        const costs = conversionCosts(found, worth)
        const lost = amountFiat * (1 - best / amountFiat / crossRate(worth))
        expect((costs?.buy ?? 0) + (costs?.transfer ?? 0) + (costs?.sell ?? 0)).toBeCloseTo(lost, 4)
      },
    ),
    { seed, numRuns: 30 },
  )
})
