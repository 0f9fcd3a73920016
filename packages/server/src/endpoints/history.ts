import { history } from '@p2p-rates/contract'
import { payerOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { FarPast } from './far-past.js'
import type { MarketNow } from './market-now.js'
import { nearAnswer, pastVersion, spanOf } from './near-past.js'

export const historyEndpoint = (now: MarketNow, past: Past, farPast: FarPast) =>
  implement(
    history,
    ({ query, actor }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const span = spanOf(now.wallMs(), hours)
      const question = { form: 'points', fiat, exchange, hours, maxPoints, format, ...span } as const
      return nearAnswer(past, question) ?? farPast.answer(payerOf(actor), question)
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
