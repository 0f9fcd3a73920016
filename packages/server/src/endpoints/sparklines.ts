import { presentSparklines, sparklinePoints, sparklines } from '@p2p-rates/contract'
import { exchangeIds, pointsAt, rangeOf, slotMs, thinOut } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { MarketNow } from './market-now.js'
import { pastVersion, spanOf } from './near-past.js'

export const sparklinesEndpoint = (now: Pick<MarketNow, 'version' | 'wallMs'>, past: Pick<Past, 'read'>) =>
  implement(
    sparklines,
    async ({ query: { fiat } }) => {
      const { fromMs, toMs } = spanOf(now.wallMs(), 24)
      const lines = exchangeIds.map(async (exchange) => {
        const series = await past.read({ fiat, exchange }, fromMs, toMs + slotMs)
        return { exchange, points: pointsAt(series, thinOut(series, rangeOf(series, fromMs, toMs), sparklinePoints)) }
      })
      return { answer: presentSparklines(fiat, await Promise.all(lines)) }
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
