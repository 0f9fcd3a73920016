import { presentQuote, quote } from '@p2p-rates/contract'
import { quote as askQuote, smallestTrade, type TrustRules } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import { ApiError } from '../refusals/api-error.js'
import type { MethodMarkets } from './method-markets.js'
import type { Now } from './now.js'

export const quoteEndpoint = (now: Now, methodMarkets: MethodMarkets, rules: TrustRules) =>
  implement(
    quote,
    ({ query }) => {
      const { fiat, side, exchange, payment_method: method, amount: fiatAmount, amount_usdt: usdtAmount } = query
      const judged = methodMarkets.read(now.market(fiat), method)
      const boards = judged.boards.filter((board) => exchange === undefined || board.exchange === exchange)
      const isKnown = boards.some((board) => board.side === side)
      if (!isKnown && (exchange === undefined || !now.isUntraded(exchange, fiat))) throw now.unavailable(fiat)
      const market = { ...judged, boards }
      const quoted = askQuote(market, { side, amount: amountOf(fiatAmount, usdtAmount) }, rules)
      return { answer: presentQuote({ fiat, quoted, smallestTrade: smallestTrade(market, side, rules) }) }
    },
    ({ fiat }) => now.version(fiat),
  )

const amountOf = (fiat: number | undefined, usdt: number | undefined) => {
  if (fiat !== undefined && usdt === undefined) return { unit: 'fiat', value: fiat } as const
  if (usdt !== undefined && fiat === undefined) return { unit: 'usdt', value: usdt } as const
  throw new ApiError({
    code: 'invalid_parameter',
    message: 'Give either `amount` or `amount_usdt`.',
    param: fiat === undefined ? 'amount' : 'amount_usdt',
  })
}
