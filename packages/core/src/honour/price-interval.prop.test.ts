import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote } from '../book/quote.js'
import { sides } from '../currencies-and-sides.js'
import { createRandom, type Random } from '../random.js'
import { aBoard } from '../testing/an-ad.js'
import { anyMarket } from '../testing/any-market.js'
import { judgeMarket } from '../trust/judge-market.js'
import { type Confidence, confidenceLevels, type FrontRecord } from '../trust/judgement.js'
import { frontFailureOf } from './honour.js'
import { adTries, bestPriceInterval, type Try } from './price-interval.js'

const runs = { seed: Number(process.env.SEED), numRuns: 20 }
const takers = 2_000

const isLong = (counts: FrontRecord[Confidence]): boolean => (counts?.cases ?? 0) >= 100

const anyRecord = fc.record(
  Object.fromEntries(
    confidenceLevels.map((level) => [
      level,
      fc
        .tuple(fc.integer({ min: 90, max: 110 }), fc.double({ min: 0.6, max: 1, noNaN: true }))
        .map(([cases, share]) => ({ cases, held: Math.floor(cases * share) })),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<FrontRecord>

/** Price paid by one taker; null if every advertiser refuses. */
function priceTaken(tries: readonly Try[], frontFails: boolean, random: Random): number | null {
  const taken = tries.find(({ honour, isFront }) => !(frontFails && isFront) && random.chance(honour))
  return taken?.ad.price ?? null
}

test('9 of 10 takers who try ad after ad pay a price within the bounds, and fewer without the last ad', () => {
  fc.assert(
    fc.property(anyMarket, anyRecord, fc.constantFrom(...sides), fc.integer(), (boards, frontRecord, side, seed) => {
      const market = judgeMarket('UAH', boards, { frontRecord })
      const { low, high, price, basis } = bestPriceInterval(market, side)
      fc.pre(low !== null)
      const [tries, random] = [adTries(market, side), createRandom(seed)]
      const { failing } = frontFailureOf(market.confidence[side], frontRecord)
      const paid = Array.from({ length: takers }, () => priceTaken(tries, random.chance(failing), random))
      const share = (isIn: (price: number) => boolean) =>
        paid.filter((one) => one !== null && isIn(one)).length / takers
      expect(share((one) => low <= one && one <= high)).toBeGreaterThan(0.87)
      expect(share((one) => low < one && one < high)).toBeLessThan(0.93)
      expect(basis).toBe(isLong(frontRecord[market.confidence[side].level]) ? 'record' : 'simulation')
      expect(price).toBe(side === 'BUY' ? low : high)
    }),
    runs,
  )
})

test('a quote of one ad tries only ads that take the whole amount, none cheaper than its own', () => {
  let checked = 0
  fc.assert(
    fc.property(anyMarket, fc.constantFrom(...sides), (boards, side) => {
      const market = judgeMarket('UAH', boards)
      const ads = market.boards.flatMap((board) => (board.side === side ? board.ads : []))
      for (const value of new Set(ads.map(({ ad }) => ad.minFiat))) {
        const { interval, fills, unfilled } = quote(market, { side, amount: { unit: 'fiat', value }, interval: true })
        if (fills.length !== 1 || unfilled !== null || interval === undefined || interval.low === null) continue
        const worst = side === 'BUY' ? interval.high : interval.low
        const fitting = ads.filter(({ ad }) => ad.price === worst && ad.minFiat <= value && value <= ad.maxFiat)
        expect(fitting.some(({ trusted }) => trusted)).toBe(true)
        checked += 1
      }
    }),
    { ...runs, numRuns: 60 },
  )
  expect(checked).toBeGreaterThan(0)
})

test('gives no bounds for an empty side, a list that ends early, or a market that contradicts itself', () => {
  const few = judgeMarket('UAH', [aBoard('binance', 'BUY', [{ price: 41.3 }])])
  const doubtful = {
    ...few,
    confidence: { ...few.confidence, BUY: { level: 'low', reasons: contradictions } },
  } as const
  const reasons = [judgeMarket('UAH', []), few, doubtful].map((market) => bestPriceInterval(market, 'BUY'))
  expect(reasons).toMatchObject([
    { price: null, low: null, high: null, reason: 'no_price' },
    { price: 41.3, low: null, high: null, reason: 'too_few_ads' },
    { price: 41.3, low: null, high: null, reason: 'doubtful_market' },
  ])
})

const contradictions = ['two_camps', 'tempting_price', 'exchanges_disagree'] as const
