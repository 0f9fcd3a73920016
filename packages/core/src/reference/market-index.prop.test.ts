import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMarket } from '../testing/any-market.js'
import { slowIndex } from '../testing/slow-index.js'
import { judgeMarket } from '../trust/judge-market.js'
import type { TrustedBoard, TrustedMarket } from '../trust/judgement.js'
import { pointOfIndex, readIndexPoint } from './index-point.js'
import { cappedWeights } from './index-sources.js'
import { marketIndex } from './market-index.js'

const runs = { seed: Number(process.env.SEED), numRuns: Number(process.env.RUNS ?? 100) }

const judged = anyMarket.map((boards) => judgeMarket('UAH', boards))
const weight = fc.double({ min: 1e-3, max: 500, noNaN: true })

test('the index is what a slow search for it finds', () => {
  fc.assert(
    fc.property(judged, (market) => {
      const [found, sought] = [marketIndex(market), slowIndex(market)]
      expect(found === null).toBe(sought === null)
      fc.pre(found !== null && sought !== null)
      for (const name of ['value', 'buy', 'sell'] as const) expect(found[name] / sought[name]).toBeCloseTo(1, 9)
    }),
    runs,
  )
})

test('it lies between its two prices, and among the middles of the exchanges', () => {
  fc.assert(
    fc.property(judged, (market) => {
      const index = marketIndex(market)
      fc.pre(index !== null)
      const middles = [...new Set(market.boards.map(({ exchange }) => exchange))].flatMap((exchange) => {
        const [one, other] = market.boards.filter((board) => board.exchange === exchange)
        return one?.consensus && other?.consensus ? [(one.consensus.price + other.consensus.price) / 2] : []
      })
      expect(index.value).toBeGreaterThanOrEqual(Math.min(...middles) * (1 - 1e-12))
      expect(index.value).toBeLessThanOrEqual(Math.max(...middles) * (1 + 1e-12))
      expect((index.buy + index.sell) / 2).toBeCloseTo(index.value, 9)
    }),
    runs,
  )
})

test('every index below high confidence has a reason', () => {
  fc.assert(
    fc.property(judged, (market) => {
      const index = marketIndex(market)
      fc.pre(index !== null)
      const { level, reasons } = index.confidence
      expect(reasons.length === 0).toBe(level === 'high')
      expect(new Set(reasons).size).toBe(reasons.length)
    }),
    runs,
  )
})

test('the order in which exchanges come changes nothing, and another unit only the unit', () => {
  fc.assert(
    fc.property(judged, (market) => {
      const turned = marketIndex({ ...market, boards: market.boards.toReversed() })
      expect(turned).toEqual(marketIndex(market))
      const hundredfold = marketIndex({ ...market, boards: market.boards.map((board) => scaled(board, 100)) })
      const index = marketIndex(market)
      fc.pre(index !== null)
      expect((hundredfold?.value ?? 0) / index.value).toBeCloseTo(100, 8)
    }),
    runs,
  )
})

const scaled = (board: TrustedBoard, by: number): TrustedBoard => ({
  ...board,
  consensus: board.consensus && { ...board.consensus, price: board.consensus.price * by },
})

test('of three and more no single exchange decides: an outlier cannot move the index away from the rest', () => {
  fc.assert(
    fc.property(judged, fc.nat(3), fc.constantFrom(0.5, 0.9, 1.1, 2), (market, which, by) => {
      const exchanges = [...new Set(market.boards.map(({ exchange }) => exchange))]
      const wanderer = exchanges[which % exchanges.length]
      const moved: TrustedMarket = {
        ...market,
        boards: market.boards.map((board) => (board.exchange === wanderer ? scaled(board, by) : board)),
      }
      const index = marketIndex(moved)
      fc.pre(index !== null && index.sources >= 3)
      const centres = market.boards
        .filter(({ exchange }) => exchange !== wanderer)
        .flatMap(({ consensus }) => consensus?.price ?? [])
      expect(index.value).toBeGreaterThanOrEqual(Math.min(...centres))
      expect(index.value).toBeLessThanOrEqual(Math.max(...centres))
    }),
    // One random market in many has three sources.
    { ...runs, numRuns: Math.ceil(runs.numRuns / 10) },
  )
})

describe('weights', () => {
  test('of three and more are never above 40 % of all, and unchanged if none was', () => {
    fc.assert(
      fc.property(fc.array(weight, { minLength: 3, maxLength: 8 }), (evidence) => {
        const capped = cappedWeights(evidence)
        const sum = capped.reduce((a, b) => a + b, 0)
        for (const [at, each] of capped.entries()) {
          expect(each / sum).toBeLessThanOrEqual(0.4 + 1e-9)
          expect(each).toBeLessThanOrEqual(evidence[at] ?? 0)
        }
        const whole = evidence.reduce((a, b) => a + b, 0)
        if (Math.max(...evidence) <= 0.4 * whole) expect(capped).toEqual(evidence)
      }),
      runs,
    )
  })

  test('of two are equal from 40 % on', () => {
    expect(cappedWeights([6, 4])).toEqual([4, 4])
    expect(cappedWeights([5, 5])).toEqual([4, 4])
    expect(cappedWeights([9, 1])).toEqual([4, 1])
  })
})

test('a recorded index reads back to the last stored digit', () => {
  fc.assert(
    fc.property(judged, (market) => {
      const index = marketIndex(market)
      fc.pre(index !== null)
      const confidence = index.confidence.level
      const read = readIndexPoint(pointOfIndex({ ...index, confidence }))
      expect(read).toMatchObject({ sources: index.sources, confidence, buy: index.buy })
      expect(read?.value).toBeCloseTo(index.value, 9)
    }),
    runs,
  )
})
