import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard, anAd, minutesAgo } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { completionLowerBound, logistic } from './advertiser-quality.js'
import { toCandidateAd } from './candidate-ad.js'
import { judgeMarket } from './judge-market.js'
import { normalRules } from './trust-rules.js'

const qualityOf = (facts: Partial<Ad>) => logistic(toCandidateAd(anAd(facts), normalRules).logit)
const pointsOf = (facts: Partial<Ad>, code: string) =>
  toCandidateAd(anAd(facts), normalRules).quality.find((reason) => reason.code === code)?.points ?? 0
const alone = (facts: Partial<Ad>) => judgeMarket('UAH', [aBoard('okx', 'BUY', [facts])]).boards[0]?.ads[0]

describe('a record', () => {
  test('is worth what the formula says', () =>
    checkEach(
      [
        [0, 100, 0.47],
        [5, 100, 0.8],
        [20, 100, 0.94],
        [20, 90, 0.74],
        [50, 95, 0.93],
        [100, 98, 0.98],
        [1000, 90, 0.96],
        [40, 70, 0.17],
      ] as const,
      ([completedOrders, completionPct, quality]) => {
        expect(qualityOf({ completedOrders, completionPct })).toBeCloseTo(quality, 2)
      },
    ))

  test('has a lower bound that grows with the orders', () =>
    checkEach(
      [
        [8, 1, 0.9378],
        [50, 0.98, 0.9523],
        [1000, 0.9, 0.8893],
        [0, 1, 0.9136],
      ] as const,
      ([orders, rate, bound]) => {
        expect(completionLowerBound(rate, orders)).toBeCloseTo(bound, 4)
      },
    ))

  test('counts a lifetime of orders as six times a month of them', () => {
    expect(pointsOf({ completedOrders: 600, ordersBasis: 'lifetime' }, 'experienced')).toBe(
      pointsOf({ completedOrders: 100, ordersBasis: 'month' }, 'experienced'),
    )
  })

  test('each fact brings its points', () =>
    checkEach<[string, Partial<Ad>, number]>(
      [
        ['verified', { merchant: true }, 0.7],
        ['feedback_high', { positivePct: 100 }, 0.4],
        ['feedback_low', { positivePct: 90 }, -0.8],
        ['feedback_low', { positivePct: 10 }, -2.4],
        ['active', { lastSeenAtMs: minutesAgo(15) }, 0.2],
        ['idle', { lastSeenAtMs: minutesAgo(121) }, -0.5],
        ['idle', { lastSeenAtMs: minutesAgo(721) }, -1.2],
        ['narrow_limits', { minFiat: 1000, maxFiat: 1100 }, -0.7],
      ],
      ([code, facts, points]) => {
        expect(pointsOf(facts, code)).toBeCloseTo(points, 12)
      },
    ))

  test('says nothing where nothing is known', () =>
    checkEach<Partial<Ad>>(
      [
        { merchant: null },
        { merchant: false },
        { positivePct: null },
        { lastSeenAtMs: null },
        { lastSeenAtMs: minutesAgo(60) },
        { completedOrders: null },
        { completionPct: null },
      ],
      (facts) => {
        const codes = ['verified', 'idle']
        expect(codes.map((code) => pointsOf(facts, code))).toEqual([0, 0])
        if (facts.completedOrders === null)
          expect(pointsOf(facts, 'few_orders') + pointsOf(facts, 'experienced')).toBe(0)
        if (facts.completionPct === null) expect(pointsOf(facts, 'completion_high')).toBe(0)
        if (facts.positivePct === null) expect(pointsOf(facts, 'feedback_high')).toBe(0)
        if ('lastSeenAtMs' in facts) expect(pointsOf(facts, 'active')).toBe(0)
      },
    ))

  test('reads nonsense as unknown', () =>
    checkEach<Partial<Ad>>(
      [
        { completedOrders: Number.NaN },
        { completedOrders: -1 },
        { completionPct: 101 },
        { completionPct: Number.POSITIVE_INFINITY },
        { positivePct: -1 },
        { lastSeenAtMs: Number.NaN },
      ],
      (facts) => {
        const unknown = Object.fromEntries(Object.keys(facts).map((key) => [key, null]))
        expect(qualityOf(facts)).toBe(qualityOf(unknown))
      },
    ))
})

describe('an advertiser with too small a record', () => {
  test('is new_advertiser and not trusted', () =>
    checkEach<Partial<Ad>>(
      [
        { completedOrders: 9, completionPct: 100 },
        { completedOrders: 29, completionPct: 100, ordersBasis: 'lifetime' },
        { completedOrders: 9, completionPct: 100, merchant: true },
      ],
      (facts) => {
        expect(alone(facts)).toMatchObject({ trusted: false })
        expect(alone(facts)?.score).toBeCloseTo(0.45, 9)
        expect(alone(facts)?.reasons.map(({ code }) => code)).toContain('new_advertiser')
      },
    ))

  test('is one order short of trust', () =>
    checkEach<Partial<Ad>>(
      [
        { completedOrders: 10, completionPct: 100 },
        { completedOrders: 30, completionPct: 100, ordersBasis: 'lifetime' },
      ],
      (facts) => {
        expect(alone(facts)).toMatchObject({ trusted: true })
      },
    ))

  test('is no_record without orders and rate, unless verified', () => {
    const none = { completedOrders: null, completionPct: null }
    expect(alone(none)).toMatchObject({ trusted: false })
    expect(alone(none)?.reasons.map(({ code }) => code)).toContain('no_record')
    expect(alone({ ...none, merchant: true })).toMatchObject({ trusted: true })
    expect(alone({ completedOrders: null, completionPct: 97 })).toMatchObject({ trusted: true })
  })
})

test('a new advertiser and one without a record are trusted at no threshold that an operator can set', () => {
  for (let percent = 5; percent <= 95; percent += 1) {
    const rules = { ...normalRules, trustedFrom: percent / 100 }
    const unproven: Partial<Ad>[] = [
      { adId: 'new', completedOrders: 3, completionPct: 100, merchant: true },
      { adId: 'unknown', completedOrders: null, completionPct: null, merchant: null },
    ]
    const neighbours = Array.from({ length: 12 }, (_, at) => ({ price: 41.4 + 0.02 * at }))
    const ads = judgeMarket('UAH', [aBoard('okx', 'BUY', [...neighbours, ...unproven])], {}, rules).boards[0]?.ads ?? []
    const trusted = ads.filter(({ ad, trusted }) => trusted && (ad.adId === 'new' || ad.adId === 'unknown'))
    expect(trusted, `from ${percent} %`).toEqual([])
  }
})
