import { type Board, exchangeIds, sides } from '@p2p-rates/core'
import { createRandom } from '@p2p-rates/core/internal'
import { anAd } from '@p2p-rates/core/testing'

const observedAtMs = Date.UTC(2026, 5, 1, 12)
const methods = ['Monobank', 'PrivatBank', 'PUMB', 'A-Bank', 'Wise', 'Revolut', 'Bank Transfer']

/** Both sides of all exchanges, full of different ads, the same in every run. */
export function crowdedMarket(adsPerBoard: number): Board[] {
  const { next } = createRandom(1)
  return exchangeIds.flatMap((exchange) =>
    sides.map((side): Board => {
      const [start, away] = side === 'BUY' ? [41.3, 0.4] : [41.1, -0.4]
      const ads = Array.from({ length: adsPerBoard }, (_, index) => {
        const price = start + away * next()
        const minFiat = 200 + Math.floor(2_000 * next())
        return anAd({
          exchange,
          side,
          adId: `${exchange} ${side} ${index}`,
          advertiserId: `advertiser ${exchange} ${index}`,
          nickname: `trader_${index}`,
          price,
          minFiat,
          maxFiat: minFiat * (2 + Math.floor(30 * next())),
          stockUsdt: 100 + 5_000 * next(),
          paymentMethods: methods.filter(() => next() < 0.4).concat('Monobank'),
          completedOrders: Math.floor(2_000 * next()),
          ordersBasis: exchange === 'okx' ? 'lifetime' : 'month',
          completionPct: 90 + 10 * next(),
          positivePct: 90 + 10 * next(),
          merchant: next() < 0.4,
          lastSeenAtMs: observedAtMs - 3 * 3_600_000 * next(),
          accountAgeDays: Math.floor(1_000 * next()),
          remarks:
            'Оплата тільки з власної картки, без коментарів. Quick release, no third parties, thank you! '.repeat(3),
          observedAtMs,
        })
      })
      return { exchange, fiat: 'UAH', side, ads, observedAtMs }
    }),
  )
}
