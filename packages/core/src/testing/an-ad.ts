import { type Ad, type Board, offerKey } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'

export const nowMs = Date.UTC(2026, 5, 1, 12)
export const minutesAgo = (minutes: number) => nowMs - minutes * 60_000

export const anAd = (facts: Partial<Ad> = {}): Ad => ({
  exchange: 'binance',
  fiat: 'UAH',
  side: 'BUY',
  adId: null,
  advertiserId: null,
  nickname: `person ${facts.adId ?? facts.price ?? ''}`,
  price: 41.5,
  minFiat: 1_000,
  maxFiat: 30_000,
  stockUsdt: null,
  executedUsdt: null,
  paymentMethods: ['Monobank'],
  completedOrders: 300,
  ordersBasis: 'month',
  completionPct: 98.5,
  positivePct: 100,
  merchant: null,
  lastSeenAtMs: minutesAgo(5),
  accountAgeDays: null,
  promoted: false,
  restricted: false,
  takerDemands: null,
  payWindowMinutes: 15,
  remarks: null,
  url: null,
  observedAtMs: nowMs,
  ...facts,
})

export const aBoard = (exchange: string, side: Side, facts: readonly Partial<Ad>[], fiat = 'UAH'): Board => ({
  exchange,
  fiat,
  side,
  observedAtMs: nowMs,
  ads: facts.map((fact, index) => anAd({ adId: `${exchange}-${side}-${index}`, exchange, fiat, side, ...fact })),
})

export const unchangedMinutesOf = (
  boards: readonly Board[],
  minutesOf: (ad: Ad) => number,
): ReadonlyMap<string, number> => new Map(boards.flatMap(({ ads }) => ads.map((ad) => [offerKey(ad), minutesOf(ad)])))
