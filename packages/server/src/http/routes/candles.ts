import { candles } from '@p2p-rates/contract'
import { barIntervalMs } from '@p2p-rates/core'
import { billedAccountOf } from '../../accounts/actor.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import type { HistoryQueryRunner } from './history-query-runner.js'
import { historyVersion, spanOf, tryRunInline } from './inline-history-query.js'

export const candlesEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  historyQueries: HistoryQueryRunner,
) =>
  handle(
    candles,
    ({ query, actor }) => {
      const { fiat, exchange, interval, hours, include, format } = query
      const { fromMs, toMs } = spanOf(currentMarket.wallMs(), hours)
      // Align the first candle to its interval, so that candles are the same for every caller.
      const startMs = Math.floor(fromMs / barIntervalMs[interval]) * barIntervalMs[interval]
      const asked = { fiat, exchange, interval, hours, include, format }
      const question = { form: 'candles', ...asked, fromMs: startMs, toMs } as const
      return tryRunInline(historyCache, question) ?? historyQueries.executeQuery(billedAccountOf(actor), question)
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )
