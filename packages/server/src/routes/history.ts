import { history } from '@p2p-rates/contract'
import { billedAccountOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { handle } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'
import type { HistoryQueries } from './history-queries.js'
import { nearAnswer, pastVersion, spanOf } from './recent-history.js'

export const historyEndpoint = (now: CurrentMarket, past: Past, farPast: HistoryQueries) =>
  handle(
    history,
    ({ query, actor }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const span = spanOf(now.wallMs(), hours)
      const question = { form: 'points', fiat, exchange, hours, maxPoints, format, ...span } as const
      return nearAnswer(past, question) ?? farPast.answer(billedAccountOf(actor), question)
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
