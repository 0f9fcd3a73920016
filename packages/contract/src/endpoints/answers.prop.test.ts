import { type Board, sides } from '@p2p-rates/core'
import { anyMarket } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuery } from '../endpoint/input.js'
import { defaultPlans } from '../endpoint/plans.js'
import { marketEndpoints } from '../generated/registry.js'
import type { ArbitrageQuery } from '../generated/types.js'
import { costParams, noAdFilterParams, quoteParams, ratesParams, someMarketData } from '../testing/market-data.js'
import { answerArbitrage } from './prices/arbitrage.js'
import { answerOrderbook } from './prices/orderbook.js'
import { answerQuote } from './prices/quote.js'
import { answerRates } from './prices/rates.js'

/** Markets without an answer prove nothing: `fc.pre` draws others in their place. */
const runs = { seed: Number(process.env.SEED), numRuns: 75 }

const amount = fc.double({ min: 50, max: 400_000, noNaN: true }).map((value) => Number(value.toFixed(2)))
const decimals = (value: number) => (String(value).split('.')[1] ?? '').length

const experienced = { merchant: true, completedOrders: 900, completionPct: 99, minFiat: 50, maxFiat: 400_000 }

/** Markets of experienced advertisers in which buyers pay more than sellers ask, so that trades between exchanges pay. */
const anyPayingMarket = anyMarket.map((boards) =>
  boards.map(({ ads, ...board }) => ({
    ...board,
    ads: ads.map((ad) => ({
      ...ad,
      ...experienced,
      lastSeenAtMs: board.observedAtMs,
      price: board.side === 'SELL' ? ad.price * 1.01 : ad.price,
    })),
  })),
)

function* figures(value: unknown, name = ''): Generator<readonly [name: string, value: number]> {
  if (typeof value === 'number') yield [name, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) yield* figures(child, Array.isArray(value) ? name : key)
}

const mostDecimals = (name: string): number => {
  if (/usdt$/.test(name)) return 6
  if (/_pct$|^completion_rate$|^net_profit$|^total_fiat$|^fiat$|_amount$|_limits$/.test(name)) return 2
  return Number.POSITIVE_INFINITY
}

test('whatever stands on the boards, an answer fits its schema, its figures are finite and rounded once', () => {
  fc.assert(
    fc.property(anyMarket, amount, (boards, wanted) => {
      let isAnswered = false
      const all = new URLSearchParams({ exchange: 'okx', amount: String(wanted), rows: '15', price: '41.3' })
      for (const { endpoint, answer } of Object.values(marketEndpoints)) {
        const search = new URLSearchParams([...all].filter(([name]) => name in endpoint.query))
        const read = readQuery(endpoint.query, search, defaultPlans.Pro)
        if (!read.ok) throw new Error(read.problem.message)
        const answered = answer(read.values, someMarketData(boards))
        if ('problem' in answered) {
          expect(answered.problem.code).toBe('data_unavailable')
          continue
        }
        isAnswered = true
        expect(endpoint.answer.safeParse(answered.answer).error, endpoint.name).toBeUndefined()
        for (const [name, value] of figures(answered.answer)) {
          expect(Number.isFinite(value)).toBe(true)
          if (name !== 'available_usdt')
            expect([name, value, decimals(value) <= mostDecimals(name)]).toEqual([name, value, true])
        }
      }
      fc.pre(isAnswered)
    }),
    runs,
  )
})

test('best prices are exact prices of ads, and no better ad for a caller is left out', () => {
  fc.assert(
    fc.property(anyMarket, (boards) => {
      const answered = answerRates(ratesParams, someMarketData(boards))
      fc.pre(!('problem' in answered))
      const { best_buy, best_sell, exchanges } = answered.answer
      const published = new Set(boards.flatMap(({ exchange, ads }) => ads.map(({ price }) => `${exchange} ${price}`)))
      for (const { price, exchange } of [best_buy, best_sell]) expect(published).toContain(`${exchange} ${price}`)
      for (const { buy, sell } of exchanges) {
        expect(buy === null || buy >= best_buy.price).toBe(true)
        expect(sell === null || sell <= best_sell.price).toBe(true)
      }
    }),
    runs,
  )
})

test('an order book keeps its row limit and its filters: trusted ads alone, or all in the same order', () => {
  const query = {
    ...noAdFilterParams,
    exchange: 'okx',
    fiat: 'UAH',
    side: 'BUY',
    amount: undefined,
    include: undefined,
  } as const
  const rowsOf = (boards: readonly Board[], rows: number, trusted?: boolean) => {
    const answered = answerOrderbook({ ...query, rows, trusted }, someMarketData(boards))
    return 'answer' in answered ? answered.answer : null
  }
  fc.assert(
    fc.property(anyMarket, fc.integer({ min: 1, max: 20 }), (boards, rows) => {
      const [all, cut, trusted] = [rowsOf(boards, 100), rowsOf(boards, rows), rowsOf(boards, 100, true)]
      expect(cut?.ads).toEqual(all?.ads.slice(0, rows))
      expect(cut?.count).toBe(cut?.ads.length)
      expect(trusted?.ads).toEqual(all?.ads.filter((ad) => ad.trusted))
      fc.pre(all !== null && all.ads.length > 0)
    }),
    runs,
  )
})

test('a quote adds up: fills make the totals, totals and the rest make the amount, within a cent a trade', () => {
  fc.assert(
    fc.property(anyMarket, amount, (boards, wanted) => {
      const answered = answerQuote({ ...quoteParams, amount: wanted, amount_usdt: undefined }, someMarketData(boards))
      fc.pre(!('problem' in answered))
      const { fills, total_fiat, total_usdt, unfilled, worst_price, plans } = answered.answer
      expect(plans.length > 0).toBe(unfilled === null)
      expect(plans.filter(({ recommended }) => recommended).map((plan) => plan.fills)).toEqual(
        unfilled === null ? [fills] : [],
      )
      const sum = (of: 'fiat' | 'usdt') => fills.reduce((total, fill) => total + fill[of], 0)
      const slack = 0.01 * (fills.length + 1)
      expect(Math.abs(sum('fiat') - total_fiat)).toBeLessThanOrEqual(slack)
      expect(Math.abs(sum('usdt') - total_usdt)).toBeLessThanOrEqual(slack)
      expect(Math.abs(total_fiat + (unfilled?.amount ?? 0) - wanted)).toBeLessThanOrEqual(slack)
      expect(worst_price).toBe(fills.length === 0 ? null : Math.max(...fills.map(({ price }) => price)))
      for (const fill of fills) expect(fill.fiat).toBeLessThanOrEqual(fill.max_amount + 0.01)
      fc.pre(fills.length > 0)
    }),
    runs,
  )
})

test('bounds of a quote include its price, and only for whole amounts in few trades', () => {
  fc.assert(
    fc.property(anyMarket, amount, fc.constantFrom(...sides), (boards, wanted, side) => {
      const query = { ...quoteParams, side, include: ['interval'] as const, amount: wanted, amount_usdt: undefined }
      const answered = answerQuote(query, someMarketData(boards))
      fc.pre(!('problem' in answered))
      const { average_price, fills, unfilled, interval } = answered.answer
      expect(interval).toMatchObject({ price: average_price, coverage: 0.9 })
      if (interval === undefined || interval.low === null || interval.high === null || average_price === null) {
        expect([interval?.low, interval?.high]).toEqual([null, null])
        expect(interval?.reason).not.toBeNull()
        return
      }
      expect([unfilled, fills.length <= 3, interval.reason]).toEqual([null, true, null])
      expect(side === 'BUY' ? interval.low : interval.high).toBe(average_price)
      expect(interval.low).toBeLessThanOrEqual(interval.high)
    }),
    runs,
  )
})

test('arbitrage shows at most thirty pairs, the best first, and trips on one exchange only when asked', () => {
  const asked = (boards: readonly Board[], wanted: number, include: ArbitrageQuery['include']) => {
    const list = include === undefined ? undefined : (['same_exchange'] as const)
    const answered = answerArbitrage(
      { ...costParams, fiat: 'UAH', amount: wanted, include: list },
      someMarketData(boards),
    )
    if ('problem' in answered) throw new Error(answered.problem.message)
    return answered.answer
  }
  fc.assert(
    fc.property(anyPayingMarket, amount, (boards, wanted) => {
      const plain = asked(boards, wanted, undefined)
      expect(plain).not.toHaveProperty('same_exchange')
      expect(plain.opportunities.length).toBeLessThanOrEqual(30)
      const profits = plain.opportunities.map(({ net_profit }) => net_profit)
      expect(profits).toEqual(profits.toSorted((a, b) => b - a))
      for (const trip of asked(boards, wanted, 'same_exchange').same_exchange ?? [])
        expect(trip.buy_exchange).toBe(trip.sell_exchange)
      fc.pre(plain.opportunities.length > 0)
    }),
    runs,
  )
})
