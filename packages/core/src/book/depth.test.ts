import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { type Side, sides } from '../currencies-and-sides.js'
import { aBoard } from '../testing/an-ad.js'
import { anyMarket } from '../testing/any-market.js'
import { judgeMarket } from '../trust/judge-market.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { depth, depthSizesUsdt } from './depth.js'
import { quote } from './quote.js'

const seed = Number(process.env.SEED)

const demanding = { minOrders: 500, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false }
const market = judgeMarket('UAH', [
  aBoard('okx', 'BUY', [
    { price: 41.2, takerDemands: demanding },
    { price: 41.3, minFiat: 8_000, maxFiat: 12_390, stockUsdt: 5_000 },
    { price: 41.4, maxFiat: 20_700 },
    { price: 41.45, completedOrders: 3 },
  ]),
  aBoard('bybit', 'BUY', [{ price: 41.35, maxFiat: 41_350, stockUsdt: 400 }]),
])

describe('the price by size', () => {
  const { sizes, availableSupply } = depth(market, { side: 'BUY' })
  const at = (usdt: number) => sizes.find((size) => size.usdt === usdt)?.deal

  test('is what the trusted ads that can be taken cost for each amount', () => {
    expect(sizes.map(({ usdt }) => usdt)).toEqual(depthSizesUsdt)
    expect(at(50)?.averagePrice).toBe(41.35)
    expect(at(500)?.fills.map(({ ad, usdt }) => [ad.price, Math.round(usdt)])).toEqual([
      [41.3, 300],
      // Bybit sells them for 41.35, which saves less than moving USDT costs.
      [41.4, 200],
    ])
  })

  test('may fall with the amount: the best ad wants more than a small one', () => {
    expect(at(250)?.averagePrice).toBe(41.3)
    expect(at(100)?.averagePrice).toBe(41.35)
  })

  test('ends where one order of each ad is used up, and says so', () => {
    expect(availableSupply).toEqual({ ads: 3, usdt: 5_000 + 400 + 500, singleOrderUsdt: 300 + 400 + 500 })
    expect(at(1_000)?.unfilled).toBeNull()
    expect(at(2_500)?.unfilled).toEqual({ value: 1_300, reason: 'not_enough_depth' })
  })

  test('is that of one exchange where one is meant', () => {
    const bybit = depth(market, { side: 'BUY', exchange: 'bybit' })
    expect(bybit.availableSupply).toEqual({ ads: 1, usdt: 400, singleOrderUsdt: 400 })
    expect(bybit.sizes.find(({ usdt }) => usdt === 500)?.deal.unfilled).toEqual({
      value: 100,
      reason: 'not_enough_depth',
    })
    expect(depth(market, { side: 'SELL' })).toMatchObject({ availableSupply: { ads: 0, usdt: 0, singleOrderUsdt: 0 } })
  })
})

const takenFrom = ({ boards }: TrustedMarket, side: Side): readonly Ad[] =>
  boards
    .filter((board) => board.side === side)
    .flatMap(({ ads }) =>
      ads.filter(
        ({ trusted, reasons }) =>
          trusted && reasons.every(({ code }) => code !== 'away' && !code.startsWith('asks_for')),
      ),
    )
    .map(({ ad }) => ad)
    .sort((a, b) => (side === 'BUY' ? a.price - b.price : b.price - a.price))

test('for all boards, each size equals the quote for it, and stays within the supply', () => {
  fc.assert(
    fc.property(anyMarket, fc.constantFrom(...sides), (boards, side) => {
      const judged = judgeMarket('UAH', boards)
      const ads = takenFrom(judged, side)
      const { sizes, availableSupply } = depth(judged, { side })
      let held = 0
      let atOnce = 0
      for (const { stockUsdt, maxFiat, price } of ads) {
        held += stockUsdt === null ? maxFiat / price : stockUsdt
        atOnce += stockUsdt === null ? maxFiat / price : Math.min(stockUsdt, maxFiat / price)
      }
      expect(availableSupply.ads).toBe(ads.length)
      expect(availableSupply.usdt).toBeCloseTo(held, 6)
      expect(availableSupply.singleOrderUsdt).toBeCloseTo(atOnce, 6)
      for (const { usdt, deal } of sizes) {
        expect(quote(judged, { side, amount: { unit: 'usdt', value: usdt } })).toMatchObject(deal)
        if (deal.unfilled === null) expect(usdt).toBeLessThanOrEqual(atOnce * (1 + 1e-9))
        else expect(deal.usdt + deal.unfilled.value).toBeCloseTo(usdt, 6)
      }
    }),
    { seed, numRuns: 60 },
  )
})
