import { deepStrictEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { anyMarket } from '../testing/any-market.js'
import { property } from '../testing/property.js'
import { type Caller, experiencedCaller, newcomer, usualCaller } from './caller.js'
import { demandedFigures, judgeForCaller, smallestEquivalent } from './judge-for-caller.js'
import { judgeMarket } from './judge-market.js'

const anyCaller: fc.Arbitrary<Caller> = fc.record({
  orders: fc.integer({ min: 0, max: 200 }),
  completionPct: fc.integer({ min: 0, max: 100 }),
  accountAgeDays: fc.integer({ min: 0, max: 400 }),
  isVerified: fc.boolean(),
  exchanges: fc.option(fc.subarray(['binance', 'bybit', 'okx', 'bitget'])),
})

const judge = (boards: Parameters<typeof judgeMarket>[1]) => judgeMarket('UAH', boards)
const scores = ({ boards }: ReturnType<typeof judge>) =>
  boards.map(({ ads }) => ads.map(({ ad, score, trusted }) => [ad.adId, score, trusted]))

property(16, 'trust never depends on who asks', (runs) => {
  fc.assert(
    fc.property(anyMarket, anyCaller, (boards, caller) => {
      const market = judge(boards)
      deepStrictEqual(scores(judgeForCaller(market, caller)), scores(market))
    }),
    runs,
  )
})

property(17, 'nothing changes for the usual caller', (runs) => {
  fc.assert(
    fc.property(anyMarket, (boards) => {
      const market = judge(boards)
      deepStrictEqual(judgeForCaller(market, usualCaller), market)
    }),
    runs,
  )
})

property(18, 'who meets the same demands sees the same market', (runs) => {
  fc.assert(
    fc.property(anyMarket, anyCaller, (boards, caller) => {
      const market = judge(boards)
      const equivalent = smallestEquivalent(caller, demandedFigures(market))
      deepStrictEqual(judgeForCaller(market, caller), judgeForCaller(market, equivalent))
      for (const figure of ['orders', 'completionPct', 'accountAgeDays'] as const)
        ok(equivalent[figure] <= caller[figure])
    }),
    runs,
  )
})

property(19, 'a better record takes all ads that a worse one takes', (runs) => {
  fc.assert(
    fc.property(anyMarket, (boards) => {
      const market = judge(boards)
      const takes = (caller: Caller) =>
        new Set(
          judgeForCaller(market, caller).boards.flatMap(({ exchange, side, ads }) =>
            ads.flatMap(({ ad, reasons }) =>
              reasons.some(({ code }) => code.startsWith('asks_for')) ? [] : [`${exchange} ${side} ${ad.adId}`],
            ),
          ),
        )
      const [few, usual, many] = [newcomer, usualCaller, experiencedCaller].map(takes)
      for (const ad of few ?? []) ok(usual?.has(ad))
      for (const ad of usual ?? []) ok(many?.has(ad))
    }),
    runs,
  )
})
