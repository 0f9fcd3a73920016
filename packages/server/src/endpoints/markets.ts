import { featuresOf, markets, presentMarkets } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'

export const marketsEndpoint = () =>
  implement(
    markets,
    ({ caller: { state } }) => {
      const { plan } = state.account
      return { answer: presentMarkets(plan, state.limits, featuresOf(plan)) }
    },
    // The one cached answer that tells about the caller: each plan has its own.
    (_, { state }) => ({
      version: 'markets',
      variant: state.account.plan,
      refreshAtMonoMs: Number.POSITIVE_INFINITY,
    }),
  )
