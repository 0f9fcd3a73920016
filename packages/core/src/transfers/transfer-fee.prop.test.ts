import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { opportunities } from '../arbitrage/opportunities.js'
import { conversion } from '../book/conversion.js'
import { aBoard } from '../testing/an-ad.js'
import { anyMarket } from '../testing/any-market.js'
import { property } from '../testing/property.js'
import { judgeMarket } from '../trust/judge-market.js'

property(21, 'each pair of exchanges pays its own fee, as if it were the only fee', (runs) => {
  fc.assert(
    fc.property(anyMarket, fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 7 }), (boards, fees) => {
      const market = judgeMarket('UAH', boards)
      const feeOf = (from: string, to: string) => fees[(from.length + 3 * to.length) % fees.length] ?? 0
      const found = opportunities(market, { amountFiat: 20_000, feeUsdt: feeOf })
      for (const one of found) {
        const { buyExchange, sellExchange } = one
        const alone = opportunities(market, { amountFiat: 20_000, feeUsdt: feeOf(buyExchange, sellExchange) })
        deepStrictEqual(
          alone.find((each) => each.buyExchange === buyExchange && each.sellExchange === sellExchange),
          one,
        )
      }
      deepStrictEqual(
        opportunities(market, { amountFiat: 20_000, feeUsdt: () => 2 }).map(({ netProfit }) => netProfit),
        opportunities(market, { amountFiat: 20_000, feeUsdt: 2 }).map(({ netProfit }) => netProfit),
      )
    }),
    runs,
  )
})

test('a conversion goes where price and fee together bring most', () => {
  const side = (exchange: string, which: 'BUY' | 'SELL', price: number, fiat: string) =>
    aBoard(exchange, which, Array(3).fill({ price, minFiat: 1, maxFiat: 1_000_000 }), fiat)
  const from = judgeMarket('UAH', [side('okx', 'BUY', 41, 'UAH')])
  const to = judgeMarket('KZT', [side('bybit', 'SELL', 474, 'KZT'), side('mexc', 'SELL', 473, 'KZT')])
  const go = (fees: Record<string, number>) =>
    conversion(from, to, { amountFiat: 4_100, feeUsdt: (_, exchange) => fees[exchange] ?? 0 })
  expect(go({ bybit: 0.1, mexc: 0.01 })).toMatchObject({ sell: { exchange: 'bybit', usdt: 99.9 }, feeUsdt: 0.1 })
  expect(go({ bybit: 1, mexc: 0.01 })).toMatchObject({ sell: { exchange: 'mexc', usdt: 99.99 }, feeUsdt: 0.01 })
})
