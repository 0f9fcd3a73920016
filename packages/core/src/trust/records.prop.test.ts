import { ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import type { Ad, Side } from '../index.js'
import { anyAd, anyBoard, honestAd } from '../testing/any-market.js'
import { fewer, property } from '../testing/property.js'
import { completionLowerBound } from './advertiser-quality.js'
import { penalizeAttractivePrice } from './attractive-price.js'
import { toCandidateAd } from './candidate-ad.js'
import { penalizeCrossing } from './crossed-quotes.js'
import { disqualify } from './gates.js'
import { penalizeIsolatedPrices } from './penalize-isolated-prices.js'
import { startScore } from './scored-ad.js'
import { normalRules } from './trust-rules.js'

const scene = fc.record({
  ad: anyAd('okx', 'BUY', 'it'),
  neighbours: anyBoard('okx', 'BUY', 6),
  others: anyBoard('okx', 'SELL', 6),
  standsStill: fc.boolean(),
})
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never

const centres: Record<Side, { centre: number; spread: number; gate: number; weight: number }> = {
  BUY: { centre: Math.log(41.5), spread: 0.004, gate: 0.014, weight: 9 },
  SELL: { centre: -Math.log(41.2), spread: 0.004, gate: 0.014, weight: 9 },
}

function scoreOf(ad: Ad, { neighbours, others, standsStill }: Scene): number {
  const hear = (ads: readonly Ad[], side: Side) => {
    const scored = ads.map((each) => {
      const candidate = toCandidateAd(each, normalRules, { standsStill: each === ad && standsStill })
      const code = disqualify(candidate, centres[side])
      const scored = startScore(candidate, code && { code, points: Number.NEGATIVE_INFINITY })
      return penalizeAttractivePrice(scored, centres[side])
    })
    return penalizeIsolatedPrices(scored, centres[side], normalRules.trustedFrom)
  }
  const asks = hear([ad, ...neighbours.ads], 'BUY')
  return (
    penalizeCrossing(asks, hear(others.ads, 'SELL'), { trustedFrom: normalRules.trustedFrom, crossed: 'no' })[0]
      ?.score ?? Number.NaN
  )
}

const notBelow = (better: number, worse: number) => ok(better >= worse - 1e-12, `${better} after ${worse}`)

const improvements: readonly ((ad: Ad) => Partial<Ad>)[] = [
  ({ completionPct }) => (completionPct === null ? {} : { completionPct: (completionPct + 100) / 2 }),
  ({ positivePct }) => (positivePct === null ? {} : { positivePct: (positivePct + 100) / 2 }),
  () => ({ merchant: true }),
  ({ lastSeenAtMs, observedAtMs }) =>
    lastSeenAtMs === null ? {} : { lastSeenAtMs: (lastSeenAtMs + observedAtMs) / 2 },
]

const share = fc.double({ min: 0, max: 1, noNaN: true })
const orders = fc.integer({ min: 0, max: 100_000 })

const fields: readonly { readonly neutral: Partial<Ad>; readonly missing: Partial<Ad>; readonly best: Partial<Ad> }[] =
  [
    { neutral: { merchant: false }, missing: { merchant: null }, best: { merchant: true } },
    { neutral: { positivePct: 95 }, missing: { positivePct: null }, best: { positivePct: 100 } },
    {
      neutral: { lastSeenAtMs: honestAd('', 'BUY', 1).observedAtMs - 3_600_000 },
      missing: { lastSeenAtMs: null },
      best: { lastSeenAtMs: honestAd('', 'BUY', 1).observedAtMs },
    },
    {
      neutral: { completedOrders: 20, completionPct: null, merchant: true },
      missing: { completedOrders: null, completionPct: null, merchant: true },
      best: { completedOrders: 4_000, completionPct: null, merchant: true },
    },
  ]

property(4, 'a better record never lowers a score and a more tempting price never raises it', (runs) => {
  fc.assert(
    fc.property(scene, fc.constantFrom(...improvements), (given, improve) => {
      notBelow(scoreOf({ ...given.ad, ...improve(given.ad) }, given), scoreOf(given.ad, given))
    }),
    fewer(runs, 0.5),
  )
  fc.assert(
    fc.property(
      scene,
      fc.double({ min: 0, max: 0.05, noNaN: true }),
      fc.double({ min: 0, max: 0.05, noNaN: true }),
      (given, a, b) => {
        const at = (lead: number) => {
          const factor = (41.5 * Math.exp(-lead)) / given.ad.price
          const { price, minFiat, maxFiat } = given.ad
          return scoreOf(
            { ...given.ad, price: price * factor, minFiat: minFiat * factor, maxFiat: maxFiat * factor },
            given,
          )
        }
        notBelow(at(Math.min(a, b)), at(Math.max(a, b)))
      },
    ),
    fewer(runs, 0.5),
  )
})

property(5, 'more orders at a good rate never lower a score; a poor rate never outgrows an empty record', (runs) => {
  fc.assert(
    fc.property(
      scene,
      fc.double({ min: 96.5, max: 100, noNaN: true }),
      orders,
      orders,
      (given, completionPct, a, b) => {
        const withOrders = (completedOrders: number) => scoreOf({ ...given.ad, completionPct, completedOrders }, given)
        notBelow(withOrders(Math.max(a, b)), withOrders(Math.min(a, b)))
      },
    ),
    runs,
  )
  fc.assert(
    fc.property(share, orders, orders, (rate, a, b) => {
      const [few, many] = [completionLowerBound(rate, Math.min(a, b)), completionLowerBound(rate, Math.max(a, b))]
      if (rate >= 0.965) notBelow(many, few)
      // Doubt shrinks with the count, so the bound of a poor rate first falls and then approaches the rate itself.
      if (rate <= 0.9) notBelow(completionLowerBound(rate, 0), many)
      ok(many <= Math.max(rate, 0.965) && few <= Math.max(rate, 0.965))
    }),
    runs,
  )
})

property(6, 'what is unknown counts neither for an ad nor against it', (runs) =>
  fc.assert(
    fc.property(scene, fc.constantFrom(...fields), (given, { neutral, missing, best }) => {
      const score = (facts: Partial<Ad>) => scoreOf({ ...given.ad, ordersBasis: 'month', ...facts }, given)
      if (neutral.completedOrders === undefined) strictEqual(score(missing), score(neutral))
      // Order counts also weigh in disputes about crossing prices; the record itself stays the same.
      else strictEqual(logitOf({ ...given.ad, ...missing }), logitOf({ ...given.ad, ordersBasis: 'month', ...neutral }))
      notBelow(score(best), score(missing))
    }),
    runs,
  ),
)

const logitOf = (ad: Ad) => toCandidateAd(ad, normalRules).logit
