import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { type Side, sides } from '../currencies-and-sides.js'
import { anAd } from '../testing/an-ad.js'
import type { Amount } from './fill-greedily.js'
import { type PlanCosts, planTrades, type TradePlan } from './plan-trades.js'

const seed = Number(process.env.SEED)

const anyAd: fc.Arbitrary<Ad> = fc
  .record({
    exchange: fc.constantFrom('binance', 'bybit', 'okx', 'bitget'),
    price: fc.integer({ min: 4_100, max: 4_140 }).map((cents) => cents / 100),
    from: fc.constantFrom(1, 300, 1_000, 5_000, 9_000, 19_000),
    width: fc.constantFrom(1, 1.2, 2, 5, 40),
    stockUsdt: fc.option(fc.constantFrom(100, 250, 480, 900, 5_000)),
  })
  .map(({ from, width, ...ad }) => anAd({ ...ad, minFiat: from, maxFiat: from * width }))

const anyAmount: fc.Arbitrary<Amount> = fc.oneof(
  fc.constantFrom(2_000, 10_000, 20_000, 27_000, 41_111.11).map((value) => ({ unit: 'fiat' as const, value })),
  fc.constantFrom(50, 250, 499.5, 1_000).map((value) => ({ unit: 'usdt' as const, value })),
)
const anyCosts: fc.Arbitrary<PlanCosts> = fc.record({
  transferFeeUsdt: fc.constantFrom(0, 0.3, 1, 5),
  tradeWorthUsdt: fc.constantFrom(0, 0.05, 0.25, 1),
})

type Way = { readonly trades: number; readonly exchanges: number; readonly worth: number }

const isMinimised = (side: Side, { unit }: Amount): boolean => (side === 'BUY') !== (unit === 'fiat')

function slowlyBest(ads: readonly Ad[], side: Side, amount: Amount): ReadonlyMap<string, Way> {
  const best = new Map<string, Way>()
  const tryOut = (set: readonly Ad[]): void => {
    const worth = worthOf(set, side, amount)
    const kind = { trades: set.length, exchanges: new Set(set.map(({ exchange }) => exchange)).size }
    const name = `${kind.trades} on ${kind.exchanges}`
    if (worth !== null && !((best.get(name)?.worth ?? Number.NEGATIVE_INFINITY) >= worth))
      best.set(name, { ...kind, worth })
  }
  for (const [i, one] of ads.entries()) {
    tryOut([one])
    for (const [j, two] of ads.slice(i + 1).entries()) {
      tryOut([one, two])
      for (const three of ads.slice(i + j + 2)) tryOut([one, two, three])
    }
  }
  return best
}

function worthOf(set: readonly Ad[], side: Side, { unit, value }: Amount): number | null {
  const per = (ad: Ad): number => (unit === 'fiat' ? 1 : 1 / ad.price)
  const most = (ad: Ad): number => Math.min(ad.maxFiat, (ad.stockUsdt ?? Number.POSITIVE_INFINITY) * ad.price)
  if (set.some((ad) => ad.minFiat > most(ad))) return null
  let worth: number | null = null
  for (const order of ordersOf(set)) {
    let left = order.reduce((rest, ad) => rest - ad.minFiat * per(ad), value)
    if (left < -value * 1e-9) return null
    let sum = 0
    for (const ad of order) {
      const more = Math.max(0, Math.min(left, (most(ad) - ad.minFiat) * per(ad)))
      left -= more
      const size = ad.minFiat * per(ad) + more
      sum += unit === 'fiat' ? size / ad.price : size * ad.price
    }
    if (left > value * 1e-9) continue
    const told = isMinimised(side, { unit, value }) ? -sum : sum
    if (worth === null || told > worth) worth = told
  }
  return worth
}

const ordersOf = (set: readonly Ad[]): readonly (readonly Ad[])[] =>
  set.length <= 1
    ? [set]
    : set.flatMap((first) => ordersOf(set.filter((ad) => ad !== first)).map((rest) => [first, ...rest]))

function checkFills({ fills, fiat, usdt }: TradePlan, { unit, value }: Amount): void {
  for (const { ad, fiat: size, usdt: got } of fills) {
    expect(size).toBeGreaterThanOrEqual(ad.minFiat * (1 - 1e-9))
    expect(size).toBeLessThanOrEqual(ad.maxFiat * (1 + 1e-9))
    expect(got).toBeLessThanOrEqual((ad.stockUsdt ?? Number.POSITIVE_INFINITY) * (1 + 1e-9))
    expect(size / got).toBeCloseTo(ad.price, 6)
  }
  expect((unit === 'fiat' ? fiat : usdt) / value).toBeCloseTo(1, 9)
}

test('no returned plan is beaten by another with as many trades on as many exchanges, and the deal by none at all', () => {
  fc.assert(
    fc.property(
      fc.array(anyAd, { minLength: 1, maxLength: 18 }),
      fc.constantFrom(...sides),
      anyAmount,
      anyCosts,
      (ads, side, amount, costs) => {
        const best = slowlyBest(ads, side, amount)
        const { plans, deal } = planTrades(ads, side, amount, costs)
        const isFew = plans.length > 0 && plans.every(({ fills }) => fills.length <= 3)
        expect(isFew).toBe(best.size > 0)
        fc.pre(isFew)
        const sign = isMinimised(side, amount) ? -1 : 1
        const worthIn = ({ fiat, usdt }: { readonly fiat: number; readonly usdt: number }) =>
          sign * (amount.unit === 'fiat' ? usdt : fiat)
        const costOf = ({ trades, exchanges }: Pick<Way, 'trades' | 'exchanges'>) =>
          (trades - 1) * costs.tradeWorthUsdt + (exchanges - 1) * costs.transferFeeUsdt
        const [simplest] = plans
        if (simplest === undefined) throw new Error('There is a plan.')
        const oneUsdt = amount.unit === 'fiat' ? 1 : simplest.fiat / simplest.usdt
        for (const plan of plans) {
          checkFills(plan, amount)
          const kind = { trades: plan.fills.length, exchanges: plan.exchanges.length }
          const rival = best.get(`${kind.trades} on ${kind.exchanges}`)
          expect(worthIn(plan) / (rival?.worth ?? 0)).toBeCloseTo(1, 9)
          expect(plan.gainUsdt).toBeCloseTo((worthIn(plan) - worthIn(simplest)) / oneUsdt, 6)
          expect(plan.costUsdt).toBeCloseTo(
            costOf(kind) - costOf({ trades: simplest.fills.length, exchanges: simplest.exchanges.length }),
            9,
          )
          if (plan !== simplest) expect(plan.gainUsdt).toBeGreaterThan(plan.costUsdt)
        }
        // Nothing that can be traded costs less than the simplest, and nothing is better than the deal after its costs.
        const least = Math.min(...[...best.values()].map(costOf))
        expect(costOf({ trades: simplest.fills.length, exchanges: simplest.exchanges.length })).toBeCloseTo(least, 9)
        const net = (way: Way) => way.worth / oneUsdt - costOf(way)
        const mostNet = Math.max(...[...best.values()].map(net))
        const exchanges = new Set(deal.fills.map(({ ad }) => ad.exchange)).size
        expect(net({ trades: deal.fills.length, exchanges, worth: worthIn(deal) })).toBeCloseTo(mostNet, 6)
        expect(plans).toContainEqual(expect.objectContaining({ fills: deal.fills }))
      },
    ),
    { seed, numRuns: 250 },
  )
})
