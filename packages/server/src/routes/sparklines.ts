import { sparklinePoints, sparklines, toSparklinesResponse } from '@p2p-rates/contract'
import { downsample, exchangeIds, pointsAt, rangeOf, slotMs } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { handle } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'
import { pastVersion, spanOf } from './recent-history.js'

export const sparklinesEndpoint = (now: Pick<CurrentMarket, 'version' | 'wallMs'>, past: Pick<Past, 'readSeries'>) =>
  handle(
    sparklines,
    async ({ query: { fiat } }) => {
      const { fromMs, toMs } = spanOf(now.wallMs(), 24)
      const lines = exchangeIds.map(async (exchange) => {
        const series = await past.readSeries({ fiat, exchange }, fromMs, toMs + slotMs)
        return {
          exchange,
          points: pointsAt(series, downsample(series, rangeOf(series, fromMs, toMs), sparklinePoints)),
        }
      })
      return { answer: toSparklinesResponse(fiat, await Promise.all(lines)) }
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
