import { arbitrage, presentArbitrage } from '@p2p-rates/contract'
import { opportunities, type TrustRules } from '@p2p-rates/core'
import { implement } from '../http/implement.js'
import type { Now } from './now.js'

export const arbitrageEndpoint = (now: Now, rules: TrustRules) =>
  implement(
    arbitrage,
    ({ query: { fiat, amount, transfer_fee_usdt: feeUsdt } }) => ({
      answer: presentArbitrage({
        fiat,
        amount,
        transferFeeUsdt: feeUsdt,
        opportunities: opportunities(now.market(fiat).market, { amountFiat: amount, feeUsdt }, rules),
      }),
    }),
    ({ fiat }) => now.version(fiat),
  )
