import type { Board } from '../ad.js'
import { aBoard } from './an-ad.js'

const asks = [
  { adId: 'bait, fresh', price: 39.2, completedOrders: 3, completionPct: 100, minFiat: 500, maxFiat: 80_000 },
  { adId: 'bait, rich', price: 40.1, completedOrders: 2136, completionPct: 93, merchant: true, maxFiat: 200_000 },
  { adId: 'block deal', price: 41.15, completedOrders: 60, completionPct: 97, minFiat: 400_000, maxFiat: 420_000 },
  { adId: 'crumbs', price: 41.2, completedOrders: 210, completionPct: 99, minFiat: 100, stockUsdt: 9.7 },
  { adId: 'honest best', price: 41.32, completedOrders: 640, completionPct: 99, merchant: true },
  {
    adId: 'low completion',
    price: 41.38,
    completedOrders: 120,
    completionPct: 82,
    positivePct: 90,
    minFiat: 500,
    maxFiat: 20_000,
  },
  { adId: 'normal 1', price: 41.36, completedOrders: 2100, completionPct: 98.5 },
  { adId: 'normal 2', price: 41.4, completedOrders: 33, completionPct: 95 },
  { adId: 'normal 3', price: 41.44, completedOrders: 60, completionPct: 98 },
  { adId: 'normal 4', price: 41.48, completedOrders: 2000, completionPct: 99, merchant: true },
  { adId: 'normal 5', price: 41.52, completedOrders: 80, completionPct: 97.5 },
  { adId: 'normal 6', price: 41.56, completedOrders: 120, completionPct: 98 },
  { adId: 'normal 7', price: 41.6, completedOrders: 40, completionPct: 99.5 },
  { adId: 'unit slip', price: 4.15, completedOrders: 40, completionPct: 95 },
]

const bids = [41.05, 41.02, 41, 41, 40.98, 40.95, 40.9, 40.85].map((price, index) => ({
  adId: `bid ${index}`,
  price,
  completedOrders: 200 + 50 * index,
  completionPct: 98.5,
}))

/** Worked example of the guide: both sides of one exchange. The name of each ad describes it. */
export const workedBoards: readonly Board[] = [aBoard('binance', 'BUY', asks), aBoard('binance', 'SELL', bids)]
