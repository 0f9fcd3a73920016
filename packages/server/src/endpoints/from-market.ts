import type { MarketEndpoint } from '@p2p-rates/contract'
import { type Implementation, implement } from '../http/implement.js'
import type { MarketNow } from './market-now.js'

/** An endpoint that the contract answers by itself, once it is told the market. */
export const fromMarket =
  (now: MarketNow) =>
  ({ endpoint, answer }: MarketEndpoint): Implementation =>
    implement(
      endpoint,
      ({ query }) => {
        const answered = answer(query, now.market(query.fiat))
        if ('problem' in answered) throw now.refusal(answered.problem, query.fiat)
        return answered
      },
      ({ fiat }) => now.version(fiat),
    )
