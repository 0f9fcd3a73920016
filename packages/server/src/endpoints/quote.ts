import { presentQuote, quote } from '@p2p-rates/contract'
import { quote as askQuote, createMethodFilter, type TrustRules } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import { ApiError } from '../http/reply.js'
import type { Now } from './now.js'

export const quoteEndpoint = (now: Now, rules: TrustRules) =>
  implement(
    quote,
    ({ query }) => {
      const { fiat, side, exchange, payment_method: method, amount: fiatAmount, amount_usdt: usdtAmount } = query
      const { market } = now.market(fiat)
      const accepts = method === undefined ? null : createMethodFilter(method)
      const quoted = askQuote(
        market,
        {
          side,
          amount: amountOf(fiatAmount, usdtAmount),
          ...(exchange === undefined ? {} : { exchange }),
          ...(accepts === null ? {} : { accepts: (ad) => accepts(ad.paymentMethods, ad) }),
        },
        rules,
      )
      return { answer: presentQuote(fiat, quoted, quoted.confidence.level) }
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
