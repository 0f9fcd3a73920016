import { history } from '@p2p-rates/contract'
import { billedAccountOf } from '../../accounts/actor.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import type { HistoryQueryRunner } from './history-query-runner.js'
import { historyVersion, spanOf, tryRunInline } from './inline-history-query.js'

export const historyEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  historyQueries: HistoryQueryRunner,
) =>
  handle(
    history,
    ({ query, actor }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const span = spanOf(currentMarket.wallMs(), hours)
      const question = { form: 'points', fiat, exchange, hours, maxPoints, format, ...span } as const
      return tryRunInline(historyCache, question) ?? historyQueries.executeQuery(billedAccountOf(actor), question)
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )
