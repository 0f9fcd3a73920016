import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { anAd } from '../testing/an-ad.js'
import { fillAmount, type PlanCosts, planTrades } from './plan-trades.js'

const fiat = (value: number) => ({ unit: 'fiat', value }) as const
const usdt = (value: number) => ({ unit: 'usdt', value }) as const
const on = (exchange: string, price: number, facts: Partial<Ad> = {}) => anAd({ exchange, price, ...facts })

const desks = [
  on('bitget', 44.68, { nickname: 'Small desk', minFiat: 500, maxFiat: 20_000 }),
  on('bybit', 44.69, { nickname: 'Kyiv desk', minFiat: 500, maxFiat: 18_000 }),
  on('bitget', 44.71, { nickname: 'Other desk', minFiat: 500, maxFiat: 30_000 }),
  on('bitget', 44.77, { nickname: 'CedarDesk', minFiat: 1_000, maxFiat: 90_000 }),
]
const seen = (ads: readonly Ad[], side: Side, amount: ReturnType<typeof fiat | typeof usdt>, costs?: PlanCosts) =>
  planTrades(ads, side, amount, costs).plans.map(({ fills, exchanges, gainUsdt, costUsdt, transferFeeUsdt }) => ({
    nicknames: fills.map(({ ad }) => ad.nickname),
    exchanges,
    gain: Number(gainUsdt.toFixed(2)),
    cost: costUsdt,
    transfer: transferFeeUsdt,
  }))

describe('the plans for an amount', () => {
  test('begin with one trade and name what more trades and exchanges add, if that is more than they cost', () => {
    expect(seen(desks, 'BUY', fiat(50_000))).toEqual([
      { nicknames: ['CedarDesk'], exchanges: ['bitget'], gain: 0, cost: 0, transfer: 0 },
      { nicknames: ['Small desk', 'Other desk'], exchanges: ['bitget'], gain: 1.8, cost: 0.25, transfer: 0 },
      {
        nicknames: ['Small desk', 'Kyiv desk', 'Other desk'],
        exchanges: ['bitget', 'bybit'],
        gain: 1.98,
        cost: 1.5,
        transfer: 1,
      },
    ])
  })

  test('lead to the one that gains most after its costs', () => {
    const chosen = (costs?: PlanCosts) => planTrades(desks, 'BUY', fiat(50_000), costs).deal.fills.length
    expect(chosen()).toBe(2)
    expect(chosen({ transferFeeUsdt: 0, tradeWorthUsdt: 0 })).toBe(3)
    expect(chosen({ transferFeeUsdt: 0, tradeWorthUsdt: 2 })).toBe(1)
  })

  test('leave out a second exchange that gains less than moving costs', () => {
    const apart = desks.filter(({ nickname }) => nickname !== 'Other desk')
    expect(seen(apart, 'BUY', fiat(20_500)).map(({ exchanges }) => exchanges)).toEqual([['bitget'], ['bitget']])
  })

  test('count time and transfers before trades: three on one exchange are simpler than two on two', () => {
    const ads = [
      on('okx', 41, { maxFiat: 6_000 }),
      on('bybit', 41.01, { maxFiat: 6_000 }),
      ...[41.02, 41.03].map((price) => on('okx', price, { maxFiat: 3_000 })),
    ]
    const [simplest, ...further] = seen(ads, 'BUY', fiat(12_000))
    expect(simplest).toMatchObject({ exchanges: ['okx'], transfer: 0 })
    expect(simplest?.nicknames).toHaveLength(3)
    expect(further).toEqual([])
  })

  test('see one ad for the whole amount, however many better ones take a part', () => {
    const small = Array.from({ length: 40 }, (_, at) => on('okx', 41 + at / 1_000, { maxFiat: 2_000 }))
    const [simplest] = seen([...small, on('bybit', 41.5, { nickname: 'Large', maxFiat: 100_000 })], 'BUY', fiat(60_000))
    expect(simplest?.nicknames).toEqual(['Large'])
  })

  test('compare in USDT, whatever the unit and the side', () => {
    const bids = [
      on('okx', 41.1, { side: 'SELL', maxFiat: 20_550 }),
      on('okx', 41.05, { side: 'SELL', maxFiat: 90_000 }),
      on('okx', 41, { side: 'SELL', maxFiat: 90_000 }),
    ]
    const [, inUsdt] = seen(bids, 'SELL', usdt(1_000))
    expect(inUsdt).toMatchObject({ gain: Number(((500 * 0.05) / 41.05).toFixed(2)), cost: 0.25 })
    const [, inFiat] = seen(bids, 'SELL', fiat(41_100))
    expect(inFiat).toMatchObject({ gain: Number((41_100 / 41.05 - (500 + 20_550 / 41.05)).toFixed(2)), cost: 0.25 })
  })

  test('take many trades where three do not suffice, and name a way that stays on one exchange', () => {
    const ads = ['okx', 'bybit'].flatMap((exchange) =>
      [0, 1, 2, 3, 4].map((at) => on(exchange, (exchange === 'okx' ? 41 : 41.01) + at / 100, { maxFiat: 10_000 })),
    )
    const plans = planTrades(ads, 'BUY', fiat(50_000)).plans
    expect(plans.map(({ fills, exchanges }) => [fills.length, exchanges.length])).toEqual([[5, 1]])
    expect(fillAmount(ads, 'BUY', fiat(50_000))).toBeNull()
  })

  test('are none where the whole amount cannot be traded, and the deal is as much as possible', () => {
    const { plans, deal } = planTrades(desks, 'BUY', fiat(1_000_000))
    expect(plans).toEqual([])
    expect(deal).toMatchObject({ fiat: 158_000, unfilled: { value: 842_000, reason: 'not_enough_depth' } })
  })

  test('are found in bounded time, whatever the ads ask for', () => {
    const odd = Array.from({ length: 600 }, (_, at) => {
      const size = 17_000 + Math.sqrt(at + 2) * 97
      return on(`exchange ${at % 6}`, 41 + at / 10_000, { minFiat: size, maxFiat: size })
    })
    const startMs = performance.now()
    expect(planTrades(odd, 'BUY', fiat(54_321.987)).plans).toEqual([])
    // Without a bound this takes seconds.
    expect(performance.now() - startMs).toBeLessThan(500)
  })
})
