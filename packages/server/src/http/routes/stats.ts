import { bestOfAll, indexOfAll, type SeriesName, stats, toStatsResponse } from '@p2p-rates/contract'
import { marketIndex, marketStats, rangeOf, readPoints, roundIndex, slotMs, updatedAtMs } from '@p2p-rates/core'
import type { HistoryCache } from '../../history/history-cache.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'

const monthMs = 30 * 86_400_000

export const statsEndpoint = (currentMarket: CurrentMarket, historyCache: HistoryCache) =>
  handle(
    stats,
    ({ query: { fiat, exchange, include = [] } }) => {
      const snapshot = currentMarket.snapshot(fiat)
      const bestBuyNow = buyPriceNow(snapshot, exchange)
      if (bestBuyNow === null)
        throw exchange === bestOfAll ? currentMarket.noPrice(fiat) : currentMarket.unavailable(fiat)
      const nowMs = currentMarket.wallMs()
      // The oldest slots of the window in memory: a moment more would send every question to the disk.
      const fromMs = nowMs - monthMs + slotMs
      const found = historyCache.readSeries({ fiat, exchange }, fromMs, nowMs + slotMs)
      const present = (series: Awaited<typeof found>) => {
        const points = readPoints(series, rangeOf(series, fromMs, nowMs))
        const facts = marketStats({ points, bestBuyNow, nowMs })
        if (facts === null) throw currentMarket.unavailable(fiat)
        const seenMs = include.includes('updated_at') ? boughtAtMs(snapshot, exchange) : undefined
        return { answer: toStatsResponse(fiat, facts, exchange, seenMs) }
      }
      return found instanceof Promise ? found.then(present) : present(found)
    },
    ({ fiat }) => currentMarket.version(fiat),
  )

function buyPriceNow({ rates, market }: MarketSnapshot, exchange: SeriesName): number | null {
  if (exchange === bestOfAll) return rates.bestBuy?.price ?? null
  if (exchange !== indexOfAll) return rates.exchanges.find((one) => one.exchange === exchange)?.buy ?? null
  const index = marketIndex(market)
  return index && roundIndex(index.buy)
}

function boughtAtMs({ market: { boards } }: MarketSnapshot, exchange: SeriesName): number | null {
  const isOfAll = exchange === bestOfAll || exchange === indexOfAll
  return updatedAtMs(boards.filter((board) => board.side === 'BUY' && (isOfAll || board.exchange === exchange)))
}
