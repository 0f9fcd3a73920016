import { sparklinePoints, sparklines, toSparklinesResponse } from '@p2p-rates/contract'
import { downsample, exchangeIds, pointsAt, rangeOf, slotMs } from '@p2p-rates/core'
import type { HistoryCache } from '../../history/history-cache.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { historyVersion, spanOf } from './inline-history-query.js'

export const sparklinesEndpoint = (
  currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>,
  historyCache: Pick<HistoryCache, 'readSeries'>,
) =>
  handle(
    sparklines,
    async ({ query: { fiat } }) => {
      const { fromMs, toMs } = spanOf(currentMarket.wallMs(), 24)
      const lines = exchangeIds.map(async (exchange) => {
        const series = await historyCache.readSeries({ fiat, exchange }, fromMs, toMs + slotMs)
        return {
          exchange,
          points: pointsAt(series, downsample(series, rangeOf(series, fromMs, toMs), sparklinePoints)),
        }
      })
      return { answer: toSparklinesResponse(fiat, await Promise.all(lines)) }
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )
