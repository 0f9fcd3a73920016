import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFreshPrices, noPriceProblem, smallestTradeSchema, toSmallestTradeResponse } from './smallest-trade.js'

const trade = { side: 'BUY', fromUsdt: 1_300, fromFiat: 60_190, price: 46.3, exchange: 'okx' } as const

describe('the smallest trade', () => {
  test('requested exactly as returned is never too little, and at most a cent too much', () => {
    const amount = fc.double({ min: 0.01, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(amount, amount, (fromUsdt, fromFiat) => {
        const told = toSmallestTradeResponse({ ...trade, fromUsdt, fromFiat })
        expect(told.from_usdt).toBeGreaterThanOrEqual(fromUsdt)
        expect(told.from_fiat).toBeGreaterThanOrEqual(fromFiat)
        expect(told.from_fiat - fromFiat).toBeLessThanOrEqual(0.011)
        expect(told.from_usdt - fromUsdt).toBeLessThanOrEqual(2.1e-6)
        expect(smallestTradeSchema.safeParse(told).success).toBe(true)
      }),
      { seed: Number(process.env.SEED), examples: [[487_271_372.728_367_03, 0.01]] },
    )
  })

  test('stays as it is where it is round', () => {
    expect(toSmallestTradeResponse(trade)).toEqual({
      from_usdt: 1_300,
      from_fiat: 60_190,
      price: 46.3,
      exchange: 'okx',
    })
  })
})

test('why there is no price names the side that has a least trade, or both', () => {
  const sell = { ...trade, side: 'SELL' as const, price: 46, exchange: 'bybit' }
  expect(noPriceProblem('UAH', { buy: null, sell: null })).toEqual({
    code: 'data_unavailable',
    message: 'There are no fresh prices for UAH at the moment.',
  })
  expect(noFreshPrices('UAH', 'Bybit').message).toBe('There are no fresh prices for UAH on Bybit at the moment.')
  const one = noPriceProblem('UAH', { buy: null, sell })
  expect(one.message).toBe(
    'There is no ad for a normal amount of UAH: you sell from 1,300 USDT (60,190 UAH) at 46 on bybit.',
  )
  expect(one.smallestTrade).toMatchObject({ buy: null, sell: { exchange: 'bybit' } })
  expect(noPriceProblem('UAH', { buy: trade, sell }).message).toMatch(
    /you buy from .* on okx; you sell from .* on bybit\.$/,
  )
})
