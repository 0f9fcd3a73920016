import { type Ad, type Fiat, normalRules, sides } from '@p2p-rates/core'
import { boardKey, createRandom, offerKey } from '@p2p-rates/core/internal'
import { anHonestBoard } from '../../../ingest/testing/scripted-exchanges.js'
import { judgeSnapshot, type MarketSnapshot, publicationAt } from '../../../market/market-snapshot.js'
import type { SourceStatus } from '../../../market/sources-report.js'
import type { ArchivedMarket } from '../archived-market.js'

const exchanges = ['binance', 'okx', 'kucoin']
export const startMs = Date.UTC(2026, 10, 23, 8)
const rules = {
  trustedFrom: normalRules.trustedFrom,
  bandUsdt: normalRules.bandUsdt,
  minGate: normalRules.minGate,
}

export function createMovingMarket(seed: number, fiat: Fiat = 'UAH') {
  const { next } = createRandom(seed)
  const since = new Map<string, number>()
  const left = new Map<string, readonly Ad[]>()

  const move = (ad: Ad): readonly Ad[] => {
    const luck = next()
    if (luck < 0.1) return []
    if (luck < 0.3) return [{ ...ad, price: Math.round(ad.price * (0.998 + 0.004 * next()) * 100) / 100 }]
    if (luck < 0.4) return [{ ...ad, stockUsdt: Math.round(1e5 * next()) / 100, remarks: `№ ${luck}`, merchant: null }]
    if (luck < 0.45) return [ad, { ...ad, adId: `${ad.adId} ${luck}`, paymentMethods: ['Monobank', `Ж ${luck}`] }]
    return [ad]
  }

  return {
    at: (atMs: number): ArchivedMarket => {
      const boards = exchanges.flatMap((exchange) =>
        sides.map((side) => {
          const fresh = anHonestBoard({ exchange, fiat, side, atMs })
          const key = boardKey(exchange, side)
          const ads = (left.get(key) ?? fresh.ads).flatMap(move).map((ad, place) => ({
            ...ad,
            observedAtMs: atMs + 700 * (place % 3),
          }))
          left.set(key, ads)
          for (const ad of ads) if (!since.has(offerKey(ad))) since.set(offerKey(ad), atMs - Math.floor(1e7 * next()))
          return { board: { ...fresh, ads }, askedAtMs: atMs }
        }),
      )
      const stood = (ad: Ad) => (atMs + 2_000 - (since.get(offerKey(ad)) ?? atMs)) / 60_000
      const snapshot = judgeSnapshot(
        {
          fiat,
          publication: publicationAt(atMs),
          judgedAtMs: atMs + 2_000,
          refreshAtMs: atMs + 300_000,
          memory: {
            previous: new Map([['okx:BUY', 41.2]]),
            otherFiats: new Map([['EUR', 0.91]]),
            unchangedMinutes: new Map(
              boards.flatMap(({ board }) => board.ads.map((ad) => [offerKey(ad), stood(ad)] as const)),
            ),
            exchangesAsked: exchanges.length,
            frontRecord: {
              low: { cases: 120, held: 70 },
              medium: { cases: 300, held: 240 },
              high: { cases: 99, held: 0 },
            },
          },
          boards,
          paying: [],
        },
        normalRules,
      )
      return {
        snapshot,
        sourceStatuses: exchanges.map((exchange) => sourceStatusOf(exchange, snapshot)),
        rules,
        isSimulated: true,
      }
    },
  }
}

export const sourceStatusOf = (exchange: string, { fiat, judgedAtMs }: MarketSnapshot): SourceStatus => ({
  exchange,
  fiat,
  sides: [
    {
      newest: { observedAtMs: judgedAtMs, askedAtMs: judgedAtMs, ads: 3 },
      everHadAds: true,
      isHeld: false,
      still: null,
    },
  ],
  isSwapped: false,
  lastFault: null,
  deniesMarket: false,
  showsAds: true,
  leftAlone: null,
  nextAttemptAtMs: judgedAtMs + 300_000,
  isUnattended: false,
  isSimulated: true,
})
