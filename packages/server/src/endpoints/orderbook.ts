import { orderbook, presentOrderbook } from '@p2p-rates/contract'
import { createMethodFilter, judgeFiltered, type TrustRules } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import type { Now } from './now.js'

export const orderbookEndpoint = (now: Now, rules: TrustRules) =>
  implement(
    orderbook,
    ({ query }) => {
      const { exchange, fiat, side, rows, payment_method: method } = query
      const { market, memory } = now.market(fiat)
      const accepts = method === undefined ? null : createMethodFilter(method)
      // Rails have prices of their own: what is shown is judged among its like where there are enough of them.
      const judged =
        accepts === null ? market : judgeFiltered(market, (ad) => accepts(ad.paymentMethods, ad), memory, rules)
      const board = judged.boards.find((candidate) => candidate.exchange === exchange && candidate.side === side)
      if (board === undefined) throw now.unavailable(fiat)
      return {
        answer: presentOrderbook({
          exchange,
          fiat,
          side,
          paymentMethod: method ?? null,
          ads: board.ads.slice(0, rows),
          withTrust: query.include === 'trust',
        }),
      }
    },
    ({ fiat }) => now.version(fiat),
  )
