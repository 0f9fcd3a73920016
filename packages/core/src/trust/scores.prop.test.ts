import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { type Ad, type Board, judgeMarket, reasonCodes, type TrustedMarket } from '../index.js'
import { anyAd, anyMarket, anyNumber } from '../testing/any-market.js'
import { fewer, property } from '../testing/property.js'

const hardGates: ReadonlySet<string> = new Set([
  'malformed',
  'stock_below_min',
  'unit_error',
  'tiny',
  'price_outlier',
  'restricted',
])

const hostileAd = fc
  .tuple(
    anyAd('okx', 'BUY', 'hostile'),
    fc.record(
      {
        price: anyNumber,
        minFiat: anyNumber,
        maxFiat: anyNumber,
        stockUsdt: anyNumber,
        completedOrders: anyNumber,
        completionPct: anyNumber,
        positivePct: anyNumber,
        lastSeenAtMs: anyNumber,
        accountAgeDays: anyNumber,
        nickname: fc.string({ unit: 'binary', maxLength: 30 }),
        remarks: fc.option(fc.string({ unit: 'binary', maxLength: 80 })),
        paymentMethods: fc.array(fc.string({ unit: 'binary', maxLength: 10 }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([ad, nonsense]): Ad => ({ ...ad, ...nonsense }))

const verdicts = (market: TrustedMarket) =>
  new Map(market.boards.flatMap((board) => board.ads.map((judged) => [judged.ad.adId, judged] as const)))

/** Same ads, same scores, up to the last digits of a logarithm. */
function sameScores(market: TrustedMarket, other: TrustedMarket) {
  const others = verdicts(other)
  for (const [id, { score }] of verdicts(market)) {
    const twin = others.get(id)?.score ?? Number.NaN
    ok(Math.abs(score - twin) < 1e-6, `${id}: ${score} became ${twin}`)
  }
}

const withPrices = (ad: Ad, price: number, factor: number): Ad => ({
  ...ad,
  price,
  minFiat: ad.minFiat * factor,
  maxFiat: ad.maxFiat * factor,
})

property(1, 'a score is a number from 0 to 1 for any input, the same each time, and judging changes nothing', (runs) =>
  fc.assert(
    fc.property(anyMarket, fc.array(hostileAd, { maxLength: 5 }), (boards, hostile) => {
      const [first, ...rest] = boards
      const mixed: Board[] = first === undefined ? [] : [{ ...first, ads: [...first.ads, ...hostile] }, ...rest]
      const before = structuredClone(mixed)
      const market = judgeMarket('UAH', mixed)
      for (const { score } of market.boards.flatMap((board) => board.ads))
        ok(score >= 0 && score <= 1, `score ${score}`)
      deepStrictEqual(judgeMarket('UAH', mixed), market)
      deepStrictEqual(mixed, before)
    }),
    runs,
  ),
)

property(2, 'the order of ads and exchanges changes nothing, nor does the unit of the currency', (runs) => {
  const shuffled = anyMarket.chain((boards) =>
    fc.record({
      boards: fc.constant(boards),
      mixed: fc
        .shuffledSubarray([...boards], { minLength: boards.length })
        .chain((order) =>
          fc.tuple(
            ...order.map((board) =>
              fc
                .shuffledSubarray([...board.ads], { minLength: board.ads.length })
                .map((ads): Board => ({ ...board, ads })),
            ),
          ),
        ),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ boards, mixed }) => {
      const one = verdicts(judgeMarket('UAH', boards))
      const other = verdicts(judgeMarket('UAH', mixed))
      for (const [id, judged] of one) deepStrictEqual(other.get(id), judged)
    }),
    runs,
  )
  fc.assert(
    fc.property(anyMarket, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (boards, factor) => {
      const scaled = boards.map((board) => ({
        ...board,
        ads: board.ads.map((ad) => withPrices(ad, ad.price * factor, factor)),
      }))
      sameScores(judgeMarket('UAH', boards), judgeMarket('UAH', scaled))
    }),
    runs,
  )
})

property(3, 'both sides are judged alike: a mirrored market has mirrored scores', (runs) =>
  fc.assert(
    fc.property(anyMarket, (boards) => {
      const mirrored = boards.map((board): Board => {
        const side = board.side === 'BUY' ? 'SELL' : 'BUY'
        // Sizes in USDT stay, so limits in fiat follow the price.
        return {
          ...board,
          side,
          ads: board.ads.map((ad) => ({ ...withPrices(ad, 1 / ad.price, ad.price ** -2), side })),
        }
      })
      sameScores(judgeMarket('UAH', boards), judgeMarket('UAH', mirrored))
    }),
    runs,
  ),
)

property(11, 'trust passes no hard gate, distrust has a reason, and reasons add up to the score', (runs) =>
  fc.assert(
    fc.property(anyMarket, (boards) => {
      for (const { score, trusted, eligible, reasons } of judgeMarket('UAH', boards).boards.flatMap(({ ads }) => ads)) {
        strictEqual(trusted, score >= 0.5)
        ok(trusted || !eligible)
        ok(trusted ? reasons.every(({ code }) => !hardGates.has(code)) : reasons.length > 0)
        ok(reasons.every(({ code }) => reasonCodes.includes(code)))
        const sizes = reasons.map(({ points }) => Math.abs(points))
        deepStrictEqual(
          sizes,
          sizes.toSorted((a, b) => b - a),
        )
        const logit = reasons.reduce((sum, { points }) => sum + points, 1)
        ok(Math.abs(score - 1 / (1 + Math.exp(-logit))) < 1e-12, `${score} is not the sum of ${logit}`)
      }
    }),
    fewer(runs, 1),
  ),
)
