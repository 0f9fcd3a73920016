import type { MarketEndpoint } from '@p2p-rates/contract'
import { handle, type RouteHandler } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'

export const marketHandler =
  (currentMarket: CurrentMarket) =>
  ({ endpoint, answer }: MarketEndpoint): RouteHandler =>
    handle(
      endpoint,
      ({ query }) => {
        const answered = answer(query, currentMarket.market(query.fiat))
        if ('problem' in answered) throw currentMarket.refusal(answered.problem, query.fiat)
        return answered
      },
      ({ fiat }) => currentMarket.version(fiat),
    )
