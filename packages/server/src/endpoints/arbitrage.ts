import { arbitrage, presentArbitrage } from '@p2p-rates/contract'
import { opportunities, sameExchangeOpportunities, type TrustRules } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import type { Now } from './now.js'

export const arbitrageEndpoint = (now: Now, rules: TrustRules) =>
  implement(
    arbitrage,
    ({ query: { fiat, amount, transfer_fee_usdt: feeUsdt, include } }) => {
      const { market } = now.market(fiat)
      const ask = { amountFiat: amount, feeUsdt }
      return {
        answer: presentArbitrage({
          fiat,
          amount,
          transferFeeUsdt: feeUsdt,
          opportunities: opportunities(market, ask, rules),
          sameExchange: include === undefined ? null : sameExchangeOpportunities(market, ask, rules),
        }),
      }
    },
    ({ fiat }) => now.version(fiat),
  )
