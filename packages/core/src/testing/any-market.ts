import fc from 'fast-check'
import type { Ad, Board } from '../ad.js'
import { type Side, sides } from '../currencies-and-sides.js'
import { anAd, minutesAgo, nowMs } from './an-ad.js'

const rails = ['Monobank', 'PrivatBank', 'PUMB', 'A-Bank', 'Wise']

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 })
/** Without favouring the ends: several ads exactly there would meet a rule exactly at its threshold. */
const between = (min: number, max: number) => fc.noBias(fc.double({ min, max, noNaN: true }))

/** Random facts of an ordinary ad. `premium` is the distance of its log price from the market's. */
const facts = fc.record({
  premium: fc.oneof(
    { weight: 6, arbitrary: between(-0.01, 0.015) },
    { weight: 1, arbitrary: between(-0.2, 0.2) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.0011, 0.0023) },
  ),
  completedOrders: maybe(fc.integer({ min: 0, max: 4_000 })),
  ordersBasis: fc.constantFrom('month' as const, 'month' as const, 'lifetime' as const),
  completionPct: maybe(between(70, 100)),
  positivePct: maybe(between(80, 100)),
  merchant: maybe(fc.boolean()),
  idleMinutes: maybe(fc.integer({ min: 0, max: 2_000 })),
  accountAgeDays: maybe(fc.integer({ min: 0, max: 1_000 })),
  minUsdt: between(1, 300),
  widthFactor: between(1, 60),
  stockUsdt: maybe(between(1, 20_000)),
  paymentMethods: fc.subarray(rails, { minLength: 1 }),
  remarks: maybe(fc.constantFrom('fast and polite', 'write me in telegram')),
  takerDemands: fc.option(
    fc.record(
      {
        minOrders: maybe(fc.constantFrom(1, 5, 20, 100)),
        minCompletionPct: maybe(fc.constantFrom(50, 90, 98)),
        minAccountAgeDays: maybe(fc.constantFrom(7, 30, 90)),
        extraVerification: fc.integer({ min: 0, max: 8 }).map((roll) => roll === 0),
      },
      { noNullPrototype: true },
    ),
    { nil: null, freq: 2 },
  ),
  restricted: fc.integer({ min: 0, max: 20 }).map((roll) => roll === 0),
})

const centre: Record<Side, number> = { BUY: 41.5, SELL: 41.2 }

export const anyAd = (exchange: string, side: Side, id: string, marketPrice = centre[side]): fc.Arbitrary<Ad> =>
  facts.map(({ premium, idleMinutes, minUsdt, widthFactor, ...rest }) => {
    const price = marketPrice * Math.exp(side === 'BUY' ? premium : -premium)
    return anAd({
      ...rest,
      exchange,
      side,
      adId: id,
      advertiserId: `advertiser ${id}`,
      nickname: id,
      price,
      minFiat: minUsdt * price,
      maxFiat: minUsdt * widthFactor * price,
      lastSeenAtMs: idleMinutes === null ? null : minutesAgo(idleMinutes),
    })
  })

export const anyBoard = (exchange: string, side: Side, maxAds = 14): fc.Arbitrary<Board> =>
  fc
    .integer({ min: 0, max: maxAds })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, at) => anyAd(exchange, side, `${exchange} ${side} ${at}`))),
    )
    .map((ads) => ({ exchange, fiat: 'UAH', side, ads, observedAtMs: nowMs }))

const anyFreeMarket: fc.Arbitrary<readonly Board[]> = fc
  .subarray(['binance', 'bybit', 'okx', 'mexc'], { minLength: 1 })
  .chain((exchanges) => fc.tuple(...exchanges.flatMap((exchange) => sides.map((side) => anyBoard(exchange, side)))))

/** Simulate a price cap: put every ad near the market price exactly on it. */
const capped = (boards: readonly Board[]): readonly Board[] =>
  boards.map(({ ads, side, ...board }) => ({
    ...board,
    side,
    ads: ads.map((ad) => (Math.abs(Math.log(ad.price / centre[side])) < 0.02 ? { ...ad, price: centre[side] } : ad)),
  }))

export const anyMarket: fc.Arbitrary<readonly Board[]> = fc.oneof(
  { weight: 6, arbitrary: anyFreeMarket },
  { weight: 1, arbitrary: anyFreeMarket.map(capped) },
)

export const honestAd = (id: string, side: Side, price: number, more: Partial<Ad> = {}): Ad =>
  anAd({
    side,
    adId: id,
    advertiserId: `advertiser ${id}`,
    nickname: id,
    price,
    maxFiat: 40_000,
    completedOrders: 400,
    completionPct: 99,
    positivePct: 99,
    merchant: false,
    lastSeenAtMs: nowMs,
    accountAgeDays: 400,
    ...more,
  })

export const boardOf = (exchange: string, side: Side, ads: readonly Ad[]): Board => ({
  exchange,
  fiat: 'UAH',
  side,
  ads: ads.map((ad) => ({ ...ad, exchange, side })),
  observedAtMs: nowMs,
})

export const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, 1e300, -1e300, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.integer({ min: -10, max: 200 }),
)
