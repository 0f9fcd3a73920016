import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { aBoard, anAd, unchangedMinutesOf } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { judgeMarket } from './judge-market.js'

const neighbours = [41.4, 41.45, 41.48, 41.5, 41.52, 41.55, 41.6, 41.62, 41.65, 41.7].map((price) => ({ price }))
const judge = (facts: Partial<Ad>, rules?: Parameters<typeof judgeMarket>[3]) =>
  judgeMarket(
    'UAH',
    [aBoard('bybit', 'BUY', [...neighbours, { ...facts, adId: 'it' }])],
    {},
    rules,
  ).boards[0]?.ads.find(({ ad }) => ad.adId === 'it')

describe('a hard gate', () => {
  test('closes the case by its code', () =>
    checkEach<[string, Partial<Ad>]>(
      [
        ['malformed', { price: 0 }],
        ['malformed', { price: Number.NaN }],
        ['malformed', { price: Number.POSITIVE_INFINITY }],
        ['malformed', { maxFiat: 0 }],
        ['malformed', { minFiat: 50_000 }],
        ['malformed', { minFiat: Number.NaN }],
        ['malformed', { minFiat: -1 }],
        ['malformed', { paymentMethods: [] }],
        ['malformed', { stockUsdt: Number.NaN }],
        ['stock_below_min', { stockUsdt: 20, minFiat: 1_000 }],
        ['unit_error', { price: 415 }],
        ['unit_error', { price: 29 }],
        ['tiny', { minFiat: 100, maxFiat: 800 }],
        ['tiny', { minFiat: 100, stockUsdt: 19 }],
        ['price_outlier', { price: 40 }],
        ['restricted', { restricted: true }],
      ],
      ([code, facts]) => {
        const verdict = judge(facts)
        expect(verdict).toMatchObject({ score: 0, trusted: false, eligible: false })
        expect(verdict?.reasons[0]).toMatchObject({ code, points: Number.NEGATIVE_INFINITY })
      },
    ))

  test('stays open for ordinary ads', () =>
    checkEach<Partial<Ad>>(
      [
        {},
        { promoted: true },
        { minFiat: 0 },
        { price: 47.5 },
        { stockUsdt: 24.1, minFiat: 1_000 },
        { minFiat: 100, stockUsdt: 20.1 },
      ],
      (facts) => {
        expect(judge(facts)).toMatchObject({ trusted: true })
      },
    ))
})

describe('a normal caller', () => {
  const noDemands = { minOrders: null, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false }

  test('cannot use an ad that is honest all the same', () =>
    checkEach<[string, Partial<Ad>]>(
      [
        ['little_left', { minFiat: 100, maxFiat: 2_000 }],
        ['little_left', { stockUsdt: 49 }],
        ['large_orders_only', { minFiat: 42_000, maxFiat: 80_000 }],
        ['asks_for_verification', { takerDemands: { ...noDemands, extraVerification: true } }],
        ['asks_for_orders', { takerDemands: { ...noDemands, minOrders: 11 } }],
        ['asks_for_completion', { takerDemands: { ...noDemands, minCompletionPct: 96 } }],
        ['asks_for_account_age', { takerDemands: { ...noDemands, minAccountAgeDays: 31 } }],
      ],
      ([code, facts]) => {
        const verdict = judge(facts)
        expect(verdict).toMatchObject({ trusted: true, eligible: false })
        expect(verdict?.reasons.at(-1)).toEqual({ code, points: 0 })
      },
    ))

  test('can use these', () =>
    checkEach<Partial<Ad>>(
      [
        { minFiat: 100, maxFiat: 2_100 },
        { minFiat: 41_000, maxFiat: 80_000 },
        { takerDemands: { ...noDemands, minOrders: 10, minCompletionPct: 95, minAccountAgeDays: 30 } },
      ],
      (facts) => {
        expect(judge(facts)).toMatchObject({ eligible: true })
      },
    ))
})

describe('a good price', () => {
  const price = 41.2 // about half of the gate ahead of the centre
  const point = (facts: Parameters<typeof judge>[0], minutes: number, code: string) => {
    const boards = [aBoard('bybit', 'BUY', [...neighbours, { ...facts, adId: 'it' }])]
    return judgeMarket('UAH', boards, { unchangedMinutes: unchangedMinutesOf(boards, () => minutes) })
      .boards[0]?.ads.find(({ ad }) => ad.adId === 'it')
      ?.reasons.find((reason) => reason.code === code)?.points
  }

  test('costs points in proportion to its place in the gate', () => {
    expect(point({ price }, 0, 'price_attractive')).toBeLessThan(-0.5)
    expect(point({ price: 41.1 }, 0, 'price_attractive')).toBeLessThan(point({ price }, 0, 'price_attractive') ?? 0)
    expect(point({ price: 41.5 }, 0, 'price_attractive')).toBeUndefined()
  })

  test('loses points after an hour without a taker', () => {
    expect(point({ price }, 60, 'stuck_at_top')).toBe(-1.2)
    expect(point({ price }, 59, 'stuck_at_top')).toBeUndefined()
    expect(point({ price: 41.5 }, 600, 'stuck_at_top')).toBeUndefined()
  })

  test('is doubted when the advertiser has left', () => {
    const { observedAtMs } = anAd()
    expect(point({ price, lastSeenAtMs: observedAtMs - 3 * 3_600_000 }, 0, 'stale')).toBe(-1.2)
    expect(point({ price, lastSeenAtMs: observedAtMs - 13 * 3_600_000 }, 0, 'stale')).toBe(-2.4)
    expect(point({ price, lastSeenAtMs: observedAtMs - 1 * 3_600_000 }, 0, 'stale')).toBeUndefined()
  })

  test('is doubted when it stands alone before the field', () => {
    const tight = [41.5, 41.5, 41.51, 41.52, 41.52, 41.53].map((at, index) => ({ price: at, adId: `n${index}` }))
    const board = aBoard('bybit', 'BUY', [...tight, { price: 41.15, adId: 'it' }])
    const alone = judgeMarket('UAH', [board]).boards[0]?.ads[0]
    expect(alone?.ad.adId).toBe('it')
    expect(alone?.reasons.find(({ code }) => code === 'isolated')?.points).toBeLessThan(-1)

    const company = aBoard('bybit', 'BUY', [...board.ads, { price: 41.16, adId: 'a' }, { price: 41.17, adId: 'b' }])
    const [leader] = judgeMarket('UAH', [company]).boards[0]?.ads ?? []
    expect(leader?.reasons.map(({ code }) => code)).not.toContain('isolated')
  })

  test('stands before no field where fewer than three follow', () => {
    const board = aBoard('bybit', 'BUY', [{ price: 41 }, { price: 41.5 }, { price: 41.6 }])
    const [leader] = judgeMarket('UAH', [board]).boards[0]?.ads ?? []
    expect(leader?.reasons.map(({ code }) => code)).not.toContain('isolated')
  })
})

describe('a price beyond the other side', () => {
  const bids = [41.5, 41.49, 41.48, 41.47, 41.2, 41.1, 41, 40.9, 40.8].map((price) => ({ price }))
  const asks = [41.3, 41.52, 41.55, 41.6, 41.65, 41.7, 41.75].map((price, index) => ({
    price,
    adId: index === 0 ? 'it' : `ask ${index}`,
  }))
  const crosser = (rail: string) =>
    judgeMarket('UAH', [
      aBoard(
        'mexc',
        'BUY',
        asks.map((ask) => (ask.adId === 'it' ? { ...ask, paymentMethods: [rail] } : ask)),
      ),
      aBoard('mexc', 'SELL', bids),
    ]).boards[0]?.ads[0]

  test('is doubted on the same payment rail', () => {
    const reason = crosser('Monobank')?.reasons.find(({ code }) => code === 'crosses_market')
    expect(reason?.points).toBeLessThan(-2)
    expect(reason?.points).toBeGreaterThanOrEqual(-4)
  })

  test('may be real on another rail', () => {
    expect(crosser('Some island bank')?.reasons.map(({ code }) => code)).not.toContain('crosses_market')
  })
})
