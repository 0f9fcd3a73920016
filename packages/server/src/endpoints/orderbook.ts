import { orderbook, presentOrderbook } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'
import type { MethodMarkets } from './method-markets.js'
import type { Now } from './now.js'

export const orderbookEndpoint = (now: Now, methodMarkets: MethodMarkets) =>
  implement(
    orderbook,
    ({ query }) => {
      const { exchange, fiat, side, rows, payment_method: method, trusted } = query
      const { boards } = methodMarkets.read(now.market(fiat), method)
      const board = boards.find((candidate) => candidate.exchange === exchange && candidate.side === side)
      if (board === undefined && !now.isUntraded(exchange, fiat)) throw now.unavailable(fiat)
      const ads = board?.ads ?? []
      return {
        answer: presentOrderbook({
          exchange,
          fiat,
          side,
          paymentMethod: method ?? null,
          ads: (trusted === true ? ads.filter((ad) => ad.trusted) : ads).slice(0, rows),
          withTrust: query.include === 'trust',
        }),
      }
    },
    ({ fiat }) => now.version(fiat),
  )
